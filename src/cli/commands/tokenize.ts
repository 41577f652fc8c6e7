import type { Command } from 'commander';
import { openModel } from '../../policy/files/model.ts';
import { fileSource } from '../../platform/node/fileSource.ts';
import { addModelFlag, placeOf } from '../policy.ts';
import { print } from '../shell.ts';

interface Options {
  readonly model: string;
  readonly text: string;
  readonly special?: true;
}

export function register(program: Command): void {
  addModelFlag(program.command('tokenize'))
    .description('The token ids of a text, as JSON.')
    .requiredOption('--text <text>', 'the text')
    .option('--special', 'recognise control tokens such as <|im_end|> in the text')
    .action(async (options: Options) => {
      await using source = await fileSource((await placeOf('--model', options.model, undefined, 'ids')).file);
      const { tokenizer } = await openModel(source);
      if (!tokenizer) throw new Error(`--model ${options.model}: The file has no tokenizer.`);
      print(JSON.stringify(tokenizer.encode(options.text, { parseSpecial: options.special === true })));
    });
}
