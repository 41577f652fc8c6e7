/** `npm run lab -- COMMAND`: the experiments of the page, without a page. Names and flags are a contract: docs/cli.md. */
import { lab } from './lab.ts';
import { exitCode, leavesFiles, note, reason } from './shell.ts';

// A reader that stops early (`| head`) is no error, and no reason to leave a file unwritten; a full disk behind `>` is an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' && leavesFiles()) return;
  if (error.code === 'EPIPE') process.exit(exitCode.ok);
  note(`lab: standard output can't be written (${reason(error)}).`);
  process.exit(exitCode.failed);
});
// Nobody listens to progress: the work goes on.
process.stderr.on('error', () => undefined);
const code = await lab(process.argv.slice(2));
// Threads may still be at work on what nobody waits for any more.
if (code === exitCode.interrupted) process.exit(code);
process.exitCode = code;
