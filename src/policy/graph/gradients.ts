/** Reverse-mode differentiation: the backward pass as more nodes of the same graph, made of plain inference operators. */
import { GraphError, show } from './dims.ts';
import type { Value } from './builder.ts';
import { add } from './ops/elementwise.ts';

/**
 * Gradients of a scalar loss.
 * @param seed what the loss's own gradient is; 1 if left out
 * @returns one value per `of`, of its shape; undefined where the loss does not depend on it
 * @throws GraphError when the way leads through an operator without a gradient
 */
export function gradients(loss: Value, of: readonly Value[], seed?: Value): readonly (Value | undefined)[] {
  const g = loss.graph;
  if (loss.dims.length !== 0 || loss.type !== 'float32') {
    throw new GraphError(`gradients: the loss must be a float32 scalar, not ${loss.toString()}; sum it first.`);
  }
  // Forward over the tape: what depends on a wanted value?
  const steps = [...g.tape];
  const touched = new Set<Value>(of);
  const relevant = steps.filter((step) => {
    if (!step.inputs.some((input) => touched.has(input))) return false;
    for (const output of step.outputs) if (output.type === 'float32') touched.add(output);
    return true;
  });
  // Backward: by the time a step is reached, its outputs' gradients are complete.
  const grads = new Map<Value, Value>([[loss, seed ?? g.scalar(1)]]);
  for (const step of relevant.reverse()) {
    const outputs = step.outputs.map((output) => grads.get(output));
    if (outputs.every((output) => output === undefined)) continue;
    if (!step.backward) throw new GraphError(`gradients: ${step.label} has no gradient (on the way to ${step.outputs[0].toString()}).`);
    const wanted = step.inputs.map((input) => touched.has(input));
    const inputs = step.backward(outputs, wanted);
    step.inputs.forEach((input, i) => {
      const grad = inputs[i];
      if (!grad || !wanted[i]) return;
      if (show(grad.dims) !== show(input.dims)) {
        throw new GraphError(`gradients: ${step.label} gives ${show(grad.dims)} as gradient of ${input.toString()}.`);
      }
      const sofar = grads.get(input);
      grads.set(input, sofar ? add(sofar, grad) : grad);
    });
  }
  return of.map((value) => grads.get(value));
}
