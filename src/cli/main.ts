/** `npm run lab -- COMMAND`: the experiments of the page, without a page. Names and flags are a contract: docs/cli.md. */
import { lab } from './lab.ts';
import { exitCode } from './shell.ts';

// A reader that stops early (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCode.ok : exitCode.failed);
});
const code = await lab(process.argv.slice(2));
// Threads may still be at work on what nobody waits for any more.
if (code === exitCode.interrupted) process.exit(code);
process.exitCode = code;
