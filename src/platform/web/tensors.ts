/** Tensors of the runtime interface to and from onnxruntime-web's. */
import type { Tensor as OrtTensor } from 'onnxruntime-web/wasm';
import type { Tensor } from '../../policy/runtime.ts';
import type { Ort } from './ortBuilds.ts';

export function toOrt(ort: Ort, tensor: Tensor): OrtTensor {
  return new ort.Tensor(tensor.type, tensor.data, tensor.dims);
}

/** @throws Error for a type that the runtime interface does not know */
export function fromOrt(name: string, tensor: OrtTensor): Tensor {
  const { data, dims, type } = tensor;
  if (type === 'float32' && data instanceof Float32Array) return { type, dims, data };
  if (type === 'int32' && data instanceof Int32Array) return { type, dims, data };
  if (type === 'int64' && data instanceof BigInt64Array) return { type, dims, data };
  if (type === 'uint8' && data instanceof Uint8Array) return { type, dims, data };
  if (type === 'bool' && data instanceof Uint8Array) return { type, dims, data };
  throw new Error(`Output ${name} is a ${type} tensor; the runtime interface does not know that type.`);
}
