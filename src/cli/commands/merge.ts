import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { fileSource } from '../../platform/node/fileSource.ts';
import { loadAdapter } from '../../platform/node/trialWorker.ts';
import { modelHash, weightsHash } from '../../policy/engine/served.ts';
import { mergedGguf } from '../../policy/files/merge.ts';
import { loadModel } from '../../policy/files/model.ts';
import { writableTypes } from '../../policy/files/quants.ts';
import { addModelFlag, placeOf } from '../policy.ts';
import { checkOut, oneLine, oneOf, print, writeOut } from '../shell.ts';

interface Options {
  readonly model: string;
  readonly adapter: string;
  readonly out: string;
  readonly type: string;
}

export function register(program: Command): void {
  addModelFlag(program.command('merge'))
    .description('A model and an adapter as one GGUF file, which runs wherever the model runs.')
    .requiredOption('--adapter <folder>', "LoRA weights in PEFT's format")
    .requiredOption('--out <file>', 'where to write')
    .option('--type <type>', `how matrices are stored: ${writableTypes.join(' | ')}`, 'F32')
    .action(async (options: Options) => {
      const type = oneOf('--type', options.type, writableTypes);
      checkOut('--out', options.out);
      const { file } = await placeOf('--model', options.model, options.adapter, 'ids');
      await using source = await fileSource(file);
      const model = await loadModel(source);
      const adapter = await loadAdapter(options.adapter, model.weights);
      const base = weightsHash(model.weights);
      const name = nameOf(options.adapter);
      const bytes = mergedGguf(model, adapter, { type, adapter: name, base, policy: modelHash(base, adapter) });
      writeOut('--out', options.out, bytes);
      print(`${oneLine(options.out)}: ${oneLine(options.model)} with ${oneLine(name)} merged, ${type}, ${(bytes.length / 1e6).toFixed(1)} MB`);
    });
}

/** A run's folder says more than its part `adapter`; where it lies on this machine is nobody's business. */
function nameOf(folder: string): string {
  const path = resolve(folder);
  return basename(path) === 'adapter' ? basename(dirname(path)) : basename(path);
}
