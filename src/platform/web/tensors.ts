/** Tensors of the runtime interface as onnxruntime-web's; the way back is `tensorFrom`. */
import type { Tensor as OrtTensor } from 'onnxruntime-web/wasm';
import type { Tensor } from '../../policy/runtime.ts';
import type { Ort } from './ortBuilds.ts';

export function toOrt(ort: Ort, tensor: Tensor): OrtTensor {
  return new ort.Tensor(tensor.type, tensor.data, tensor.dims);
}
