/** Runs in files: JSON, tables, and pictures that contain them. */
export { columns, runToCsv } from './csv.ts';
export { TransferError, type TransferProblem } from './error.ts';
export { openRun, pictureOf } from './open.ts';
export { embed, extract, isPng } from './png.ts';
export { longestFile, runFromText, runToJson, runVersion, sharedRecords, type Run, type RunTrial } from './run.ts';
