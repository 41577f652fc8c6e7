/** Imported for its effect: a wrong flag or something missing ends a script with a sentence and exit code 2, as in docs/cli.md; whatever nobody expected shows where. */
import { exitCode, UsageError } from '../src/cli/errors.ts';

process.on('uncaughtException', (error) => {
  const wrong = error instanceof UsageError || String(error?.code).startsWith('ERR_PARSE_ARGS');
  console.error(wrong ? error.message : error);
  process.exit(wrong ? exitCode.usage : exitCode.failed);
});
