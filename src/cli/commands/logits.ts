import type { Command } from 'commander';
import { writeSafetensors } from '../../policy/files/safetensors.ts';
import { openForScoring } from '../../platform/node/scoring.ts';
import { addAdapterFlag, addModelFlag, placeOf } from '../policy.ts';
import { checkOut, note, oneLine, print, UsageError, writeOut } from '../shell.ts';
import { plural } from '../../worlds/plural.ts';

interface Options {
  readonly model: string;
  readonly adapter?: string;
  readonly ids: string;
  readonly out: string;
}

export function register(program: Command): void {
  addAdapterFlag(addModelFlag(program.command('logits')))
    .description('Logits after every token of a sequence, as safetensors: `logits` [tokens, vocabulary].')
    .requiredOption('--ids <list>', 'token ids with commas between them')
    .requiredOption('--out <file>', 'where to write')
    .action(async (options: Options) => {
      checkOut('--out', options.out);
      idsOf(options.ids, Infinity, Infinity);
      const model = await openForScoring(await placeOf('--model', options.model, options.adapter, 'ids'));
      try {
        const ids = idsOf(options.ids, model.config.vocabulary, model.config.context);
        const data = await model.logits(ids);
        writeOut('--out', options.out, writeSafetensors(new Map([['logits', { dims: [ids.length, model.config.vocabulary], data }]])));
        if (!data.every((logit) => Number.isFinite(logit))) note('Some logits are no finite numbers: the weights or the adapter are broken.');
        print(`${oneLine(options.out)}: logits [${ids.length}, ${model.config.vocabulary}]`);
      } finally {
        await model.dispose();
      }
    });
}

function idsOf(text: string, vocabulary: number, context: number): number[] {
  const ids = text.split(',').map((piece) => (/^\s*\d+\s*$/.test(piece) ? Number(piece) : NaN));
  const wrong = ids.findIndex((id) => !Number.isInteger(id) || id >= vocabulary);
  if (wrong >= 0) throw new UsageError(`--ids: entry ${wrong + 1} is "${text.split(',')[wrong]}"; ids are whole numbers from 0${vocabulary === Infinity ? '' : ` to ${vocabulary - 1}`}, with commas between them.`);
  if (ids.length > context) throw new UsageError(`--ids has ${plural(ids.length, 'token')}; the model's context holds ${context}.`);
  return ids;
}
