/** A worker thread starts as plain JavaScript; this teaches it TypeScript. */
import { register } from 'tsx/esm/api';

register();
await import('./engineWorker.ts');
