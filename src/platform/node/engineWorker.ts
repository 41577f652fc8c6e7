/** The worker thread with an engine on onnxruntime-node; started by startEngine.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { host } from '../../policy/engine/host.ts';
import { readSource, serveOnCpu, type Load } from '../../policy/engine/served.ts';
import { fileSource, type FileSource } from './fileSource.ts';
import { nodeRuntime } from './runtime.ts';

const { threads } = z.object({ threads: z.number().int().min(1) }).parse(workerData);
const port = parentPort;
if (!port) throw new Error('engineWorker.ts runs in a worker thread only.');

const load: Load = async (source, options, onProgress) => {
  const files: FileSource[] = [];
  try {
    const { weights, format } = await readSource(source, onProgress, async (place) => {
      const file = await fileSource(place);
      files.push(file);
      return file;
    });
    return await serveOnCpu(nodeRuntime(threads), weights, format, options);
  } finally {
    for (const file of files) await file.close();
  }
};

host({ post: (event) => port.postMessage(event), onMessage: (listener) => void port.on('message', listener) }, load);
