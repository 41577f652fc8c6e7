/**
 * The smallest view of an ONNX runtime that the policy needs. onnxruntime-node and onnxruntime-web stand behind it
 * (src/platform); nothing in src/policy imports either.
 */

export type Tensor =
  | { readonly type: 'float32'; readonly dims: readonly number[]; readonly data: Float32Array }
  | { readonly type: 'int32'; readonly dims: readonly number[]; readonly data: Int32Array }
  | { readonly type: 'int64'; readonly dims: readonly number[]; readonly data: BigInt64Array }
  | { readonly type: 'uint8'; readonly dims: readonly number[]; readonly data: Uint8Array }
  | { readonly type: 'bool'; readonly dims: readonly number[]; readonly data: Uint8Array };

export function f32(data: Float32Array, dims: readonly number[]): Tensor {
  return { type: 'float32', dims, data };
}

export function i32(data: Int32Array, dims: readonly number[]): Tensor {
  return { type: 'int32', dims, data };
}

/** A runtime's own tensor as one of ours, without a copy. @throws Error for a type that is not among ours */
export function tensorFrom(name: string, { type, dims, data }: { readonly type: string; readonly dims: readonly number[]; readonly data: unknown }): Tensor {
  if (type === 'float32' && data instanceof Float32Array) return { type, dims, data };
  if (type === 'int32' && data instanceof Int32Array) return { type, dims, data };
  if (type === 'int64' && data instanceof BigInt64Array) return { type, dims, data };
  if (type === 'uint8' && data instanceof Uint8Array) return { type, dims, data };
  if (type === 'bool' && data instanceof Uint8Array) return { type, dims, data };
  throw new Error(`Output ${name} is a ${type} tensor; the runtime interface does not know that type.`);
}

/** The data of a float tensor. @throws Error when the tensor has another type. */
export function floats(tensor: Tensor | undefined, name = 'tensor'): Float32Array {
  if (tensor?.type !== 'float32') throw new Error(`${name} is ${tensor?.type ?? 'missing'}; float32 is needed.`);
  return tensor.data;
}

export interface Session {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** @param fetches names of the outputs wanted; all if left out. Feeds the graph does not know are refused. */
  run(feeds: Readonly<Record<string, Tensor>>, fetches?: readonly string[]): Promise<Record<string, Tensor>>;
  release(): Promise<void>;
}

export interface Runtime {
  /** For people: "onnxruntime-node, CPU, 1 thread", "WebGPU (native EP, JSPI)", … */
  readonly name: string;
  readonly kind: 'node' | 'wasm' | 'webgpu';
  /** @param model a serialised ONNX ModelProto */
  createSession(model: Uint8Array): Promise<Session>;
  dispose(): Promise<void>;
}
