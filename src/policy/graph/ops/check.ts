import type { Value } from '../builder.ts';
import { GraphError } from '../dims.ts';
import type { DType } from '../proto.ts';

/** @throws GraphError unless every value has one of the types */
export function expectType(op: string, values: readonly Value[], ...types: readonly DType[]): DType {
  const type = values[0].type;
  for (const value of values) {
    if (!types.includes(value.type)) throw new GraphError(`${op}: ${value.toString()} should be ${types.join(' or ')}; cast it first.`);
    if (value.type !== type) throw new GraphError(`${op}: ${values[0].toString()} and ${value.toString()} differ in type; cast one of them.`);
  }
  return type;
}

/** @throws GraphError, always: the operator, the shapes, what to do */
export function fail(op: string, values: readonly Value[], advice: string): never {
  throw new GraphError(`${op}(${values.map((value) => value.toString()).join('; ')}): ${advice}`);
}
