/** The command that plays the trial on stage again outside the page: the same task, player, settings and dice. Pure. */
import type { TrialView } from '../../trial/fold.ts';
import { person } from '../../trial/runner.ts';
import type { Task } from '../../worlds/index.ts';
import { world as minesweeper } from '../../worlds/minesweeper/index.ts';
import { world as sokoban } from '../../worlds/sokoban/index.ts';
import { draftOf } from '../editor/draft.ts';
import { toText } from '../editor/text.ts';
import { lastPolicy } from '../policies.ts';

interface LabLine {
  readonly line: string;
  /** the level that the line reads from a file; null: a seed makes it */
  readonly level: string | null;
}

/** The name of that file. */
export const levelFile = 'level.txt';

/** What the command line takes where nothing is said. */
const usual = { temperature: 0.7, topP: 0.8, topK: 20 };

/** @param seed of the task; null: not known. @returns null: a person plays, or nobody yet */
export function labLine(view: TrialView, seed: number | null): LabLine | null {
  const policy = lastPolicy(view);
  if (policy === null || policy === person) return null;
  const { task, config, sampling, seed: sample } = view.start;
  const { temperature, topP, topK } = sampling ?? usual;
  const words = [
    `trial --world ${task.world}`,
    ...settingsOf(task).map((setting) => `--set ${setting}`),
    seed === null ? `--level ${levelFile}` : `--seed ${seed}`,
    ...(seed === null && task.world === 'minesweeper' && task.first ? [`--first ${task.first.row},${task.first.col}`] : []),
    `--policy ${policy} --episodes ${config.episodes} --memory ${config.memory} --sample-seed ${sample}`,
    ...(temperature === usual.temperature ? [] : [`--temperature ${temperature}`]),
    ...(topP === usual.topP ? [] : [`--top-p ${topP}`]),
    ...(topK === usual.topK ? [] : [`--top-k ${topK}`]),
  ];
  return { line: `npm run lab -- ${words.join(' ')}`, level: seed === null ? `${toText(draftOf(task))}\n` : null };
}

/** Settings of the world other than the paper's, as `key=value`. */
function settingsOf({ world, config }: Task): string[] {
  const fields: Readonly<Record<string, { readonly default: unknown }>> = world === 'sokoban' ? sokoban.fields : minesweeper.fields;
  return Object.entries(config).flatMap(([name, value]) => (name in fields && fields[name].default !== value ? [`${name}=${String(value)}`] : []));
}
