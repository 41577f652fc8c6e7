/** What training ran into, as a problem that a person can be told: errors of the other parts by their classes. */
import { CheckpointError, OtherRunError } from '../../learning/trainingCheckpoint.ts';
import { GradientError } from '../../learning/updates.ts';
import { ModelFileError, OtherBaseError } from '../../policy/files/error.ts';
import { messageOf } from '../../policy/thrown.ts';
import { InputError } from '../../worlds/index.ts';
import { BrokenRuntimeError, GpuLostError } from './health.ts';
import { TrainError, type PlainProblem } from './trainProblem.ts';

/** As ONNX Runtime and browsers say that there is no memory left. */
const noMemory = /bad_alloc|out of memory|allocation failed|failed to allocate/i;

export function trainErrorOf(error: unknown): TrainError {
  if (error instanceof TrainError) return error;
  if (error instanceof GradientError) return new TrainError({ kind: 'gradient', step: error.step, rate: error.rate });
  return new TrainError({ kind: kindOf(error) }, messageOf(error));
}

function kindOf(error: unknown): PlainProblem {
  if (error instanceof OtherBaseError) return 'otherBase';
  if (error instanceof ModelFileError) return 'adapterFile';
  if (error instanceof OtherRunError) return 'otherRun';
  if (error instanceof CheckpointError) return 'checkpoint';
  if (error instanceof InputError) return 'settings';
  if (error instanceof GpuLostError) return 'gpuLost';
  if (error instanceof Error && noMemory.test(error.message)) return 'memory';
  return error instanceof BrokenRuntimeError ? 'runtime' : 'unknown';
}
