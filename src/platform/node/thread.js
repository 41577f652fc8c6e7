/** First module of every worker thread: teaches the thread to read TypeScript, then runs the module it was started for. */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.module);
