/** `npm run lab -- COMMAND`: the experiments of the page, without a page. Names and flags are a contract: docs/cli.md. */
import { Command, CommanderError } from 'commander';
import { codeOf, exitCode, messageOf, note } from './shell.ts';

/** Each command is loaded only when it runs, so that `rules` does not wait for a language model's runtime. */
const commands = {
  tasks: () => import('./commands/tasks.ts'),
  rules: () => import('./commands/rules.ts'),
  insight: () => import('./commands/insight.ts'),
  trial: () => import('./commands/trial.ts'),
  evaluate: () => import('./commands/evaluate.ts'),
  tokenize: () => import('./commands/tokenize.ts'),
  logits: () => import('./commands/logits.ts'),
  complete: () => import('./commands/complete.ts'),
  pretrain: () => import('./commands/pretrain.ts'),
  measure: () => import('./commands/measure.ts'),
  bench: () => import('./commands/bench.ts'),
} satisfies Record<string, () => Promise<{ register(program: Command): void }>>;

async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('lab')
    .description('Fieldnotes without a page: tasks, rules, trials, evaluations, model tools.')
    .exitOverride()
    .configureOutput({ writeErr: (text) => note(text.trimEnd()) })
    .showHelpAfterError('(--help shows every flag)');
  // Only the command that is asked for is loaded; help needs them all.
  const asked = Object.entries(commands).filter(([name]) => name === argv[0]);
  for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) (await load()).register(program);
  for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput());
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return typeof process.exitCode === 'number' ? process.exitCode : exitCode.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.ok : exitCode.usage;
    note(`lab: ${messageOf(error)}`);
    if (process.env['FIELDNOTES_DEBUG'] && error instanceof Error) note(error.stack ?? '');
    return codeOf(error);
  }
}

// A reader that stops early (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCode.ok : exitCode.failed);
});
process.exitCode = await main(process.argv.slice(2));
