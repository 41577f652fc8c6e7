import type { Command } from 'commander';
import { toJsonl, type TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { addPolicyFlags, playTrials, policyOf, samplingOf, trialConfigOf, type PolicyOptions } from '../policy.ts';
import { note, print, wholeNumber, writeOut } from '../shell.ts';
import { addTaskFlags, taskOf, type TaskOptions } from '../taskFlags.ts';
import { readable } from '../readable.ts';

interface Options extends TaskOptions, PolicyOptions {
  readonly out?: string;
}

export function register(program: Command): void {
  addPolicyFlags(addTaskFlags(program.command('trial')))
    .description('Play one task: up to N episodes with the notes between them.')
    .option('--out <file>', 'the records, one JSON object a line')
    .action(async (options: Options) => {
      const task = taskOf(options);
      const spec: Omit<TrialSpec, 'style'> = {
        task,
        config: trialConfigOf(options),
        sampling: samplingOf(options),
        seed: wholeNumber('--sample-seed', options.sampleSeed, 0, 2 ** 31),
        trial: 0,
      };
      const choice = policyOf(options, task.world);
      let records: TrialRecord[] = [];
      await playTrials(choice, [spec], 1, (_, played) => {
        records = played;
      });
      for (const line of readable(records)) print(line);
      if (options.out !== undefined) {
        writeOut('--out', options.out, toJsonl(records));
        note(`${records.length} records written to ${options.out}.`);
      }
    });
}
