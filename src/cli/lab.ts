/** The commands by name, and what a person hears when one fails. */
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
  merge: () => import('./commands/merge.ts'),
  pretrain: () => import('./commands/pretrain.ts'),
  train: () => import('./commands/train.ts'),
  pilot: () => import('./commands/pilot.ts'),
  measure: () => import('./commands/measure.ts'),
  bench: () => import('./commands/bench.ts'),
} satisfies Record<string, () => Promise<{ register(program: Command): void }>>;

/** @returns the exit code */
export async function lab(argv: readonly string[]): Promise<number> {
  const program = new Command('npm run lab --')
    .description('Fieldnotes without a page: tasks, rules, trials, evaluations, model tools.')
    .helpCommand(false)
    .exitOverride()
    // What commander has to say is said below, in one sentence.
    .configureOutput({ writeErr: () => undefined });
  // "help trial" is "trial --help".
  const words = argv[0] === 'help' ? [...argv.slice(1, 2), '--help'] : argv;
  const [name] = words;
  if (name === undefined || !(Object.hasOwn(commands, name) || ['--help', '-h'].includes(name))) {
    const wrong = name === undefined ? 'name a command' : `there is no command "${name}"; choose one`;
    note(`lab: ${wrong}: ${Object.keys(commands).join(', ')} (npm run lab -- --help says what each does).`);
    return exitCode.usage;
  }
  try {
    // Only the command that is asked for is loaded; help needs them all.
    const asked = Object.entries(commands).filter(([known]) => known === name);
    for (const [, load] of asked.length > 0 ? asked : Object.entries(commands)) (await load()).register(program);
    for (const command of program.commands) command.exitOverride().configureOutput(program.configureOutput());
    await program.parseAsync([...words], { from: 'user' });
    return exitCode.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCode.ok;
      const [extra] = error.code === 'commander.excessArguments' ? (program.commands.find((command) => command.name() === name)?.args ?? []) : [];
      note(`lab: ${sentence(extra === undefined ? error.message : `"${extra}" belongs to no flag`)}`);
      return exitCode.usage;
    }
    note(`lab: ${messageOf(error)}`);
    if (process.env['FIELDNOTES_DEBUG'] && error instanceof Error) error.stack?.split('\n').forEach(note);
    return codeOf(error);
  }
}

/** commander's "error: unknown option '--wrold'\n(Did you mean --world?)" as one sentence with what to do. */
function sentence(message: string): string {
  const [what, hint] = message.replace(/^error: /, '').split('\n');
  const shown = what.replaceAll("'", '"').replace(/\.$/, '');
  return `${shown}${hint ? ` ${hint}` : ''}; --help after the command shows every flag.`;
}
