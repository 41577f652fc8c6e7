import '../../platform/web/jitless.ts';
import { flatLayout, initialParameters, weightsOf } from '../../learning/flat.ts';
import { webRuntime } from '../../platform/web/runtime.ts';
import { bench } from '../../policy/engine/bench.ts';
import type { ModelConfig } from '../../policy/model/config.ts';
import { messageOf } from '../../policy/thrown.ts';
import { timeSteps, type StepShape } from './step.ts';

/** Speed does not depend on the values of the weights, so they need not travel. */
export interface Measure {
  readonly config: ModelConfig;
  readonly batches: readonly number[];
  readonly cached: number;
  readonly steps: number;
  readonly training: StepShape;
}

async function measure({ config, training, ...options }: Measure): Promise<unknown> {
  const layout = flatLayout(config);
  const runtime = await webRuntime({ prefer: 'wasm', threads: 1 });
  const weights = weightsOf(layout, initialParameters(layout, 1));
  const now = (): number => performance.now();
  const engine = await bench(runtime, { weights, ...options, now });
  return { engine, training: await timeSteps(runtime, weights, training, now) };
}

self.addEventListener('message', (event: MessageEvent<Measure>) => {
  measure(event.data).then(
    (result) => self.postMessage({ result }),
    (error: unknown) => self.postMessage({ error: messageOf(error) }),
  );
});
