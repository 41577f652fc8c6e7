import type { Command } from 'commander';
import { serveFile } from '../../platform/node/trialWorker.ts';
import { toJsonl, type TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { play, playText } from '../../trial/scheduler.ts';
import { addPolicyFlags, playerText, policyOf, samplingOf, samplingText, seedOf, threadsOf, trialConfigOf, type PolicyChoice, type PolicyOptions } from '../policy.ts';
import { checkOut, clearPassing, growOut, Interrupted, note, passing, print, stopSignal } from '../shell.ts';
import { addTaskFlags, taskOf, worldOf, type TaskOptions } from '../taskFlags.ts';
import { Teller } from '../readable.ts';
import { screenOf } from '../terminal.ts';
import { plural } from '../../worlds/plural.ts';

interface Options extends TaskOptions, PolicyOptions {
  readonly out?: string;
}

export function register(program: Command): void {
  addPolicyFlags(addTaskFlags(program.command('trial')))
    .description('Play one task: up to N episodes with the notes between them.')
    .option('--out <file>', 'the records, one JSON object a line')
    .action(async (options: Options) => {
      const config = trialConfigOf(options);
      const [sampling, seed, threads] = [samplingOf(options), seedOf(options), threadsOf(options)];
      checkOut('--out', options.out);
      const makeTask = taskOf(options);
      const choice = await policyOf(options, worldOf(options));
      const task = await makeTask();
      const teller = new Teller(screenOf(process.stdout, process.env), playerText(options) + samplingText(choice, sampling));
      using file = options.out === undefined ? null : growOut('--out', options.out);
      let count = 0;
      try {
        await playOne(choice, { task, config, sampling, seed, trial: 0 }, threads, (record) => {
          file?.append(toJsonl([record]));
          count++;
          for (const line of teller.tell(record)) print(line);
        });
      } finally {
        clearPassing();
        if (options.out !== undefined && count > 0) note(`${plural(count, 'record')} written to ${options.out}.`);
      }
      if (stopSignal().aborted) throw new Interrupted('stopped; what was played until then is above.');
    });
}

/** In this thread, so that every turn is told when it is played. */
async function playOne(choice: PolicyChoice, spec: Omit<TrialSpec, 'style'>, threads: number, onRecord: (record: TrialRecord) => void): Promise<void> {
  const options = { signal: stopSignal(), onRecord: (_trial: number, record: TrialRecord) => onRecord(record) };
  if (choice.kind === 'teacher') {
    await playText([{ ...spec, style: 'brief' }], choice.player, options);
    return;
  }
  waiting('loading the model');
  const served = await serveFile(choice.place, threads, 1);
  try {
    let tokens = 0;
    const onToken = (): void => waiting(`${plural(++tokens, 'token')}`);
    await play([{ ...spec, style: served.style }], served.engine, { ...options, onToken, onRequest: () => waiting('reading') });
  } finally {
    await served.dispose();
  }
}

/** While the model is at work. */
function waiting(text: string): void {
  passing(`   ${text} …`);
}
