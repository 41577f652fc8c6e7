import { expect, it } from 'vitest';
import { CheckpointError, OtherRunError } from '../../learning/trainingCheckpoint.ts';
import { GradientError } from '../../learning/updates.ts';
import { ModelFileError, OtherBaseError } from '../../policy/files/error.ts';
import { InputError } from '../../worlds/index.ts';
import { BrokenRuntimeError, GpuLostError } from './health.ts';
import { trainErrorOf } from './trainErrors.ts';
import { parseTrainEvent } from './trainMessages.ts';
import { trainProblemKinds } from './testing.ts';
import { isFatal, TrainError, trainProblem } from './trainProblem.ts';

it('What training ran into is a problem of one kind, with what was said of it beside', () => {
  const own = new TrainError({ kind: 'goneOn', iteration: 3 });
  expect(trainErrorOf(own)).toBe(own);
  for (const [error, kind] of [
    [new OtherBaseError('x'), 'otherBase'],
    [new ModelFileError('x'), 'adapterFile'],
    [new OtherRunError('x', { base: '', config: '' }), 'otherRun'],
    [new CheckpointError('x'), 'checkpoint'],
    [new InputError('x'), 'settings'],
    [new GpuLostError('x'), 'gpuLost'],
    [new BrokenRuntimeError('x'), 'runtime'],
    [new RangeError('x'), 'unknown'],
    ['x', 'unknown'],
  ] as const) {
    const { problem, details } = trainErrorOf(error);
    expect([problem, details]).toEqual([{ kind }, 'x']);
  }
  expect(trainErrorOf(new GradientError(7, 0.1))).toMatchObject({ problem: { kind: 'gradient', step: 7, rate: 0.1 }, details: null });
});

it.each(['ONNX Runtime failed while running a graph: std::bad_alloc', 'Array buffer allocation failed', 'WebAssembly.Memory.grow(): Out of memory', 'Failed to allocate memory for requested buffer of size 9'])(
  'Where there is no memory left, that is the problem: %s',
  (message) => {
    expect(trainErrorOf(new Error(message))).toMatchObject({ problem: { kind: 'memory' }, details: message });
    expect(trainErrorOf(new BrokenRuntimeError(message)).problem).toEqual({ kind: 'memory' });
  },
);

it('Problems cross from the worker as they are, and no others do', () => {
  const values = { iteration: 2, run: 'LaMer 1', step: 7, rate: 0.1 };
  for (const kind of trainProblemKinds) {
    const problem = trainProblem.parse({ kind, ...values });
    expect(parseTrainEvent({ type: 'failed', request: null, problem, details: null })).toEqual({ type: 'failed', request: null, problem, details: null });
  }
  expect(() => parseTrainEvent({ type: 'failed', request: null, problem: { kind: 'else' }, details: null })).toThrow();
  expect(() => parseTrainEvent({ type: 'failed', request: null, problem: { kind: 'gradient' }, details: null })).toThrow();
});

it('After some of them a new worker is needed', () => {
  expect(trainProblemKinds.filter((kind) => isFatal(trainProblem.parse({ kind, iteration: 0, run: '', step: 0, rate: 0 })))).toEqual(['gpuLost', 'memory', 'runtime', 'worker']);
});
