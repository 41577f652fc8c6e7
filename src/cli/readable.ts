/** A trial as text for a terminal: boards, what the policy said, what came of it. */
import { fold } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { describe, type State } from '../worlds/index.ts';

const ends = { won: 'won', dead: 'lost for good', turns: 'out of turns' } as const;

export function readable(records: readonly TrialRecord[]): string[] {
  const view = fold(records);
  const { task, config } = view.start;
  const lines = [`${task.world}, memory ${config.memory}, up to ${config.episodes} episodes`];
  view.episodes.forEach((episode, index) => {
    lines.push('', `── Episode ${index + 1} ${'─'.repeat(48)}`, ...board(episode.states[0]));
    episode.turns.forEach(({ response, acted }, turn) => {
      const what = acted.valid ? acted.actions.join(', ') : 'not understood';
      lines.push('', `${turn + 1}  ${oneLine(response.text)}`, `   → ${what}${acted.reward === 0 ? '' : `, reward ${acted.reward}`}`, ...board(episode.states[turn + 1]));
    });
    if (episode.end) lines.push('', `   ${ends[episode.end]} after ${episode.turns.length} turns`);
    if (episode.note) lines.push(`   note${episode.note.author === 'person' ? ' (by a person)' : ''}: ${episode.note.text.trim() || (episode.note.valid ? '(empty)' : '(none: no closed <remark> tag)')}`);
  });
  const last = view.episodes.length;
  const won = view.episodes.at(-1)?.end === 'won';
  lines.push('', won ? `Solved in episode ${last}.` : `Not solved in ${last} episode${last === 1 ? '' : 's'}.`);
  return lines;
}

function board(state: State): string[] {
  return describe(state).split('\n').map((row) => `   ${row}`);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ⏎ ');
}
