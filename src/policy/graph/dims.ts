/**
 * Dimensions: a number, or a name for a size that is only known when the graph runs ('B', 'T', 'P+T', '2*T').
 * Two symbolic sizes are equal when they are spelled alike; a symbolic size never broadcasts against another one.
 */
export type Dim = number | string;
export type Shape = readonly Dim[];

/** What is wrong with a graph under construction: the operator, the shapes, what to do. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
}

export function show(shape: Shape): string {
  return `[${shape.join(', ')}]`;
}

export function same(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((dim, i) => dim === b[i]);
}

/** The size of two joined pieces. */
export function sum(a: Dim, b: Dim): Dim {
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  return a === 0 ? b : b === 0 ? a : `${a}+${b}`;
}

/** A product as its numeric factor and its sorted symbols: '2*T' × 3 is 6 and ['T']. */
function factors(shape: Shape): { readonly number: number; readonly symbols: readonly string[] } {
  let number = 1;
  const symbols: string[] = [];
  for (const dim of shape) {
    for (const factor of typeof dim === 'number' ? [dim] : dim.split('*')) {
      const value = Number(factor);
      if (Number.isInteger(value)) number *= value;
      else symbols.push(String(factor));
    }
  }
  return { number, symbols: symbols.sort() };
}

/** Number of elements: a number, or a product in canonical spelling. */
export function size(shape: Shape): Dim {
  const { number, symbols } = factors(shape);
  if (symbols.length === 0 || number === 0) return number;
  return [...(number === 1 ? [] : [String(number)]), ...symbols].join('*');
}

/** NumPy broadcasting. @throws GraphError when the shapes do not fit */
export function broadcast(op: string, a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length);
  const at = (shape: Shape, i: number): Dim => (i < rank - shape.length ? 1 : shape[i - rank + shape.length]);
  return Array.from({ length: rank }, (_, i) => {
    const left = at(a, i);
    const right = at(b, i);
    if (left === right || right === 1) return left;
    if (left === 1) return right;
    throw new GraphError(`${op}: ${show(a)} and ${show(b)} do not broadcast at axis ${i} (${left} against ${right}); reshape one of them.`);
  });
}

/** An axis counted from the front. @throws GraphError when it is out of range */
export function axisOf(op: string, shape: Shape, axis: number): number {
  const result = axis < 0 ? axis + shape.length : axis;
  if (result < 0 || result >= shape.length) throw new GraphError(`${op}: axis ${axis} is out of range for ${show(shape)}.`);
  return result;
}
