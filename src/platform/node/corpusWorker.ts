/** Shards of a training corpus on several cores. A worker makes one shard at a time and writes it whole, so a killed run leaves no half files. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { corpusShard, type CorpusRecipe } from '../../experiment/scout/corpus.ts';
import { scoutChat } from '../../experiment/scout/model.ts';
import { allAtRest } from '../../learning/allAtRest.ts';
import { packSequences } from '../../learning/sequences.ts';
import { Asked, startThread } from './startThread.ts';
import { writeWhole } from './writeWhole.ts';

export function shardPath(folder: string, shard: number): string {
  return join(folder, `shard-${String(shard).padStart(4, '0')}.bin`);
}

/** Make the shards 0 … count − 1 that are not there yet. */
export async function makeShards(recipe: CorpusRecipe, folder: string, count: number, threads: number, onDone: (done: number) => void): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const missing = Array.from({ length: count }, (_, i) => i).filter((i) => !existsSync(shardPath(folder, i)));
  let done = count - missing.length;
  onDone(done);
  const works = Array.from({ length: Math.min(threads, missing.length) }, async () => {
    const thread = new Asked<number, number>(startThread(import.meta.url, 'corpus', { recipe, folder }));
    try {
      for (let shard = missing.shift(); shard !== undefined; shard = missing.shift()) {
        await thread.ask(shard);
        onDone(++done);
      }
    } finally {
      await thread.stop();
    }
  });
  await allAtRest(works, () => missing.splice(0));
}

interface Start {
  readonly kind: 'corpus';
  readonly recipe: CorpusRecipe;
  readonly folder: string;
}

function isStart(data: unknown): data is Start {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'corpus';
}

if (!isMainThread && isStart(workerData)) {
  const { recipe, folder } = workerData;
  const chat = scoutChat();
  parentPort?.on('message', (shard: number) => {
    writeWhole(shardPath(folder, shard), packSequences(corpusShard(recipe, shard, chat)));
    parentPort?.postMessage(shard);
  });
}
