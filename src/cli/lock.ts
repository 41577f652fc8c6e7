/** One process at a time works in a folder of results: two would write the same files and mix their logs. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reason, UsageError } from './errors.ts';

/**
 * Take a folder that exists. What a killed process has left behind is taken over.
 * @param flag which flag named the folder, for the error
 * @returns gives it back; the end of the process does so too
 * @throws UsageError while another process has it
 */
export function lockFolder(flag: string, folder: string): () => void {
  const path = join(folder, 'lock');
  for (;;) {
    try {
      writeFileSync(path, `${process.pid}\n`, { flag: 'wx' });
      break;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
        throw new UsageError(`${flag} ${folder} can't be used (${reason(error)}); give a folder that can be written to.`);
      }
    }
    const owner = ownerOf(path);
    if (owner !== null && lives(owner)) {
      throw new UsageError(`${flag} ${folder} is in use by process ${owner}; wait for its end, or give another folder. If that process is something else, delete ${path}.`);
    }
    rmSync(path, { force: true });
  }
  const release = (): void => {
    process.off('exit', release);
    if (ownerOf(path) === process.pid) rmSync(path, { force: true });
  };
  process.on('exit', release);
  return release;
}

/** null: nobody who can be told */
function ownerOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Our own number was that of an earlier process: containers begin to count anew. A process of somebody else lives although it must not be signalled. */
function lives(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
