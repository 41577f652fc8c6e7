/**
 * Imported for its effect: what can be expected to go wrong ends a script with a sentence. A wrong flag or something missing has exit code 2, as in docs/cli.md;
 * whatever nobody expected shows where it happened. Plain JavaScript, so that scripts without tsx can have it too; these import packages by `await import`,
 * for a package that is not installed breaks a script with static imports before any of it runs.
 */
export class ScriptError extends Error {
  name = 'ScriptError';
}

process.on('uncaughtException', (error) => {
  const code = String(error?.code);
  if (error?.name === 'UsageError' || code.startsWith('ERR_PARSE_ARGS')) end(error.message, 2);
  else if (code === 'ERR_MODULE_NOT_FOUND') end(`${error.message.split(/ imported from|\n/)[0]}. Install what this project needs first: npm ci`, 2);
  else if (error?.name === 'ScriptError' || error?.syscall !== undefined) end(error.message, 1);
  else end(error, 1);
});

function end(what, exitCode) {
  console.error(what);
  process.exit(exitCode);
}
