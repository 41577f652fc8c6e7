/** A run as a table, one row a turn (RFC 4180), for spreadsheets and data frames. */
import { fold } from '../../trial/fold.ts';
import type { Run } from './run.ts';

export const columns = [
  'trial', 'name', 'world', 'memory', 'seed', 'episode', 'turn', 'policy', 'valid', 'actions', 'reward', 'end', 'tokens', 'logprob', 'board', 'answer', 'note_author', 'note',
] as const;

type Row = Readonly<Record<(typeof columns)[number], string | number | null>>;

/** Trial, episode and turn count from 1; `answer` is empty where a link has left it out; `board` is the one after the turn, its rows joined by "/"; a note stands in the last row of its episode. */
export function runToCsv({ trials }: Run): string {
  const rows = trials.flatMap(({ name, records }, trial) => {
    const { start, episodes } = fold(records);
    return episodes.flatMap(({ turns, note }, episode) =>
      turns.map(({ response, acted }, turn): Row => {
        const noted = turn === turns.length - 1 ? note : null;
        return {
          trial: trial + 1,
          name,
          world: start.task.world,
          memory: start.config.memory,
          seed: start.seed,
          episode: episode + 1,
          turn: turn + 1,
          policy: response.policy,
          valid: acted.valid ? 1 : 0,
          actions: acted.actions.join(' '),
          reward: acted.reward,
          end: acted.end,
          tokens: response.ids.length > 0 ? response.ids.length : null,
          logprob: response.logprobs.length > 0 ? response.logprobs.reduce((sum, value) => sum + value, 0) : null,
          board: acted.rows.join('/'),
          answer: response.left === undefined ? response.text : null,
          note_author: noted?.author ?? null,
          note: noted?.text ?? null,
        };
      }),
    );
  });
  return [columns.join(','), ...rows.map((row) => columns.map((column) => field(row[column])).join(','))].map((line) => `${line}\r\n`).join('');
}

/** Spreadsheets run texts that begin like a formula; an apostrophe before them keeps them texts, as strangers' notes have to stay. */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
