/** A trial as text for a terminal: each board with what the policy said to it, at the end the strip of episodes and notes. */
import { apply, begin, episodeReward, type EpisodeView, type TrialView } from '../trial/fold.ts';
import type { TrialRecord } from '../trial/records.ts';
import { rows, type State, type Task } from '../worlds/index.ts';
import { plural } from '../worlds/plural.ts';
import { levelOf } from '../worlds/sokoban/index.ts';
import { beside, type Block, columns, harmless, painter, type Paint, type Screen, type Style, wrap } from './terminal.ts';

/** Tells a trial record by record, while it is played. */
export class Teller {
  readonly #paint: Paint;
  readonly #width: number;
  readonly #player: string;
  #view: TrialView | null = null;

  /** @param player who plays and how, without the seed */
  constructor({ colour, width }: Screen, player: string) {
    this.#player = player;
    this.#paint = painter(colour);
    this.#width = width;
  }

  /** The lines that this record adds. @throws InputError when it can't come next */
  tell(record: TrialRecord): string[] {
    if (record.type === 'trialStarted') {
      this.#view = begin(record);
      const { episodes, memory } = record.config;
      const title = `${titleOf(record.task)} · up to ${plural(episodes, 'episode')} · memory ${memory}`;
      const player = wrap(`${this.#player} · sampling seed ${record.seed}`, this.#width);
      return [this.#paint(title, 'bold'), ...player.map((line) => this.#paint(line, 'dim'))];
    }
    if (this.#view === null) return [];
    const view = (this.#view = apply(this.#view, record));
    const episode = view.episodes.at(-1);
    if (!episode) return [];
    switch (record.type) {
      case 'episodeStarted': {
        const title = `── Episode ${record.episode + 1} `;
        return ['', this.#paint(title + '─'.repeat(this.#width - columns(title)), 'dim'), ...this.#moment(episode.states[0], [])];
      }
      case 'acted': {
        const turn = episode.turns[episode.turns.length - 1];
        return ['', ...this.#moment(episode.states[episode.turns.length], this.#said(turn.response.text, turn.acted, episode), turn.acted)];
      }
      case 'episodeEnded':
        return ['', `   ${this.#outcome(episode)}`];
      case 'reflectionWritten': {
        const by = record.author === 'person' ? ' (by a person)' : '';
        const label = `   note${by}  `;
        const text = noteText(record.text, record.valid) + (record.shortened ? ' … (cut at the cap)' : '');
        return wrap(text, this.#width - label.length).map((line, i) => this.#paint(i === 0 ? label : ' '.repeat(label.length), 'magenta') + line);
      }
      case 'trialEnded':
        return ['', ...this.#strip(view)];
      case 'responded':
        return [];
    }
  }

  /** A board, what was said to come to it at its right. */
  #moment(state: State, said: readonly string[], acted?: Acted): string[] {
    return beside([board(state, this.#paint, true, cellOf(state, acted)), { width: 0, lines: ['', ...said] }], '   ').map((line) => ` ${line}`);
  }

  #said(text: string, acted: Acted, episode: EpisodeView): string[] {
    const paint = this.#paint;
    const state = episode.states[episode.states.length - 1];
    const width = Math.max(16, this.#width - boardWidth(state) - 4);
    const thought = acted.valid ? thoughtOf(text) : harmless(text);
    const lines = [paint(`turn ${episode.turns.length} of ${state.task.config.turns}`, 'dim'), ...wrap(thought, width)];
    const actions = actionsText(state, acted.actions);
    lines.push(...wrap(acted.valid ? `→ ${actions === '' ? 'nothing' : actions}` : '→ not understood', width).map((line) => paint(line, 'bold')));
    const event = eventText(state, acted);
    if (event !== '') lines.push(paint(event, acted.end === 'won' ? 'green' : acted.end === 'dead' ? 'red' : 'dim'));
    return lines;
  }

  #outcome(episode: EpisodeView): string {
    const { mark, word, style } = ends[episode.end ?? 'turns'];
    return this.#paint(`${mark} ${word}, ${plural(episode.turns.length, 'turn')}`, style, 'bold') + this.#paint(`, return ${round(episodeReward(episode))}`, 'dim');
  }

  /** Episode 1 → note → episode 2 … in small. */
  #strip(view: TrialView): string[] {
    const paint = this.#paint;
    const lines = [paint('─'.repeat(this.#width), 'dim')];
    const cards = view.episodes.map((episode, i): Block => {
      const { mark, word, style } = ends[episode.end ?? 'turns'];
      const title = `${i + 1} ${mark} ${word}`;
      const small = board(episode.states[episode.states.length - 1], paint, false);
      const width = Math.max(columns(title), small.width);
      const pad = (line: string, seen: number): string => line + ' '.repeat(width - seen);
      return { width, lines: [pad(paint(title, style), columns(title)), ...small.lines.map((line) => pad(line, small.width))] };
    });
    const each = Math.max(1, Math.floor((this.#width - 1 + 4) / (cards[0].width + 4)));
    for (let i = 0; i < cards.length; i += each) {
      if (i > 0) lines.push('');
      const row = cards.slice(i, i + each);
      lines.push(...beside(row, '    ', { line: row[0].lines.length >> 1, text: ' →  ' }).map((line) => ` ${line}`));
    }
    const notes = view.episodes.flatMap(({ note }, i) => (note && i + 1 < view.episodes.length ? [{ i, text: noteText(note.text, note.valid) }] : []));
    if (notes.length > 0) lines.push('');
    for (const { i, text } of notes) {
      const label = ` note ${i + 1}  `;
      lines.push(...wrap(text, this.#width - label.length).map((line, at) => paint(at === 0 ? label : ' '.repeat(label.length), 'magenta') + line));
    }
    const of = `of at most ${view.start.config.episodes}`;
    const played = view.episodes.length;
    const [result, style]: [string, Style] = view.won ? [`Solved in episode ${played} ${of}.`, 'green'] : [`Not solved in ${plural(played, 'episode')}.`, 'red'];
    return [...lines, '', ` ${paint(result, style, 'bold')}`];
  }
}

type Acted = EpisodeView['turns'][number]['acted'];

const ends: Readonly<Record<'won' | 'dead' | 'turns', { mark: string; word: string; style: Style }>> = {
  won: { mark: '✓', word: 'won', style: 'green' },
  dead: { mark: '✗', word: 'lost', style: 'red' },
  turns: { mark: '–', word: 'out of turns', style: 'yellow' },
};

/** "MineSweeper 6×6, 3 mines, 7 turns"; of an imported level what it has, not what the config would make. */
export function titleOf(task: Task): string {
  const { world, config } = task;
  const level = task.world === 'sokoban' ? levelOf(task) : null;
  const boxes = level?.start.boxes.length ?? 0;
  const [height, width] = level ? [level.height, level.width] : [config.size, config.size];
  const things = 'boxes' in config ? plural(boxes, 'box', 'boxes') : plural(config.mines, 'mine');
  const extra = [config.fidelity === 'released' ? 'released rules' : '', config.fidelity === 'ours' && config.reward === 'shaped' ? 'shaped reward' : ''];
  return [`${names[world]} ${height}×${width}`, things, plural(config.turns, 'turn'), ...extra.filter((text) => text !== '')].join(', ');
}

const names = { sokoban: 'Sokoban', minesweeper: 'MineSweeper' } as const;

function round(x: number): string {
  return String(Math.round(x * 100) / 100);
}

/** What was said before the action. */
function thoughtOf(text: string): string {
  return harmless(text.replace(/<action>[\s\S]*?(<\/action>|$)/g, ' ').replace(/<\/?think>/g, ' '));
}

function noteText(text: string, valid: boolean): string {
  const shown = harmless(text);
  if (shown !== '') return shown;
  return valid ? '(empty)' : '(none: no closed tag)';
}

/** In the world's own notation: `up, left`; `(2, 3)`. */
function actionsText(state: State, actions: readonly string[]): string {
  return state.world === 'minesweeper' ? actions.map((cell) => `(${cell.replace(',', ', ')})`).join(' ') : actions.join(', ');
}

const mineEvents = {
  start: '',
  opened: '',
  flooded: '',
  won: 'all safe cells are open',
  mine: 'a mine',
  alreadyOpen: 'open already, nothing changes',
  outOfRange: 'off the board, nothing changes',
  unparsed: 'costs the turn',
} as const;

function eventText(state: State, acted: Acted): string {
  const reward = acted.reward === 0 ? '' : `reward ${acted.reward > 0 ? '+' : '−'}${round(Math.abs(acted.reward))}`;
  const sokoban = acted.end === 'won' ? 'every box is on a goal' : acted.end === 'dead' ? 'a box is locked for good' : acted.valid ? '' : 'costs the turn';
  return [state.world === 'minesweeper' ? mineEvents[state.event] : sokoban, reward].filter((text) => text !== '').join(', ');
}

/** The cell that was clicked, to be marked. */
function cellOf(state: State, acted: Acted | undefined): readonly [row: number, col: number] | null {
  const at = state.world === 'minesweeper' && acted ? /^(\d+),(\d+)$/.exec(acted.actions.at(0) ?? '') : null;
  return at ? [Number(at[1]) - 1, Number(at[2]) - 1] : null;
}

const look: Readonly<Record<State['world'], Readonly<Record<string, readonly Style[]>>>> = {
  sokoban: { '#': ['dim'], $: ['yellow', 'bold'], '*': ['green', 'bold'], '.': ['cyan'], '@': ['magenta', 'bold'], '+': ['magenta', 'bold'] },
  minesweeper: { '?': ['dim'], '.': ['dim'], '1': ['blue'], '2': ['green'], '3': ['yellow'], '4': ['magenta'], '5': ['red'], '6': ['cyan'], '*': ['red', 'bold'] },
};

function boardWidth(state: State): number {
  return 2 * Math.max(...rows(state).map((row) => row.length)) + 2;
}

/** @param labels row and column numbers; a column from 10 on shows its last digit @param mark painted over */
function board(state: State, paint: Paint, labels: boolean, mark: readonly [row: number, col: number] | null = null): Block {
  const cells = rows(state);
  const wide = Math.max(...cells.map((row) => row.length));
  const first = state.world === 'minesweeper' ? 1 : 0;
  const lines = cells.map((row, r) => {
    const shown = [...row.padEnd(wide)].map((cell, c) => paint(cell, ...(mark?.[0] === r && mark[1] === c ? (['inverse'] as const) : (look[state.world][cell] ?? []))));
    return (labels ? `${paint(String(r + first).padStart(2), 'dim')} ` : '') + shown.join(' ');
  });
  if (!labels) return { width: 2 * wide - 1, lines };
  const header = Array.from({ length: wide }, (_, c) => String((c + first) % 10)).join(' ');
  return { width: 2 * wide + 2, lines: [paint(`   ${header}`, 'dim'), ...lines] };
}
