/** The frames of a film on a canvas: boards as images made once, words drawn as they are written. Always in light colours. */
import type { EpisodeView, TrialView } from '../../../trial/fold.ts';
import { rows } from '../../../worlds/index.ts';
import { Board } from '../../board/board.tsx';
import { pathOf } from '../../board/path.ts';
import { taskTitle } from '../../runs/names.ts';
import { actionInWords, outcomeInWords, rewardInWords, thoughtOf } from '../../say.ts';
import type { Strings } from '../../strings/index.ts';
import { context, css, family, imageOf } from '../picture/draw.tsx';
import { wrap } from '../picture/text.ts';
import { shotAt, written, type Shot } from './timeline.ts';

export const frame = { width: 1280, height: 720 } as const;
const board = { x: 56, y: 104, size: 560 } as const;
const column = { x: 680, width: 544 } as const;
const fadeMs = 160;

export interface Frames {
  /** @param time milliseconds at normal speed */
  draw(time: number): void;
}

/** @throws Error when the browser can not draw boards as images */
export async function framesOf(canvas: HTMLCanvasElement, view: TrialView, index: number, shots: readonly Shot[], strings: Strings): Promise<Frames> {
  const episode = view.episodes[index];
  const images: HTMLImageElement[] = [];
  for (let turn = 0; turn < episode.states.length; turn++) images.push(await imageOf(<BoardPicture view={view} episode={episode} turn={turn} strings={strings} />));
  canvas.width = frame.width;
  canvas.height = frame.height;
  const page = new Page(context(canvas, { alpha: false }));
  return {
    draw(time) {
      const { shot, done } = shotAt(shots, time);
      page.clear();
      page.head(strings.strip.episode(index + 1), shot.shown === 0 ? strings.share.film.start : strings.share.film.turn(shot.shown, view.start.task.config.turns), taskTitle(view.start.task, strings));
      // A new board comes over the one before.
      const fade = shot.kind === 'act' ? Math.min(1, (done * shot.length) / fadeMs) : 1;
      if (fade < 1 && shot.turn > 0) page.board(images[shot.turn - 1], 1);
      page.board(images[shot.turn], fade);
      page.pips(shot.turn, view.start.task.config.turns);
      if (shot.kind === 'note') page.note(strings.share.film.noteAfter, episode.note?.text ?? '', done);
      else if (shot.shown > 0) page.turn(episode, shot, done, strings);
      if ((shot.kind === 'end' || shot.kind === 'note') && episode.end !== null) page.outcome(outcomeInWords(episode.end, view.start.task.world, strings), episode.end === 'won');
      page.foot();
    },
  };
}

interface BoardPictureProps {
  readonly view: TrialView;
  readonly episode: EpisodeView;
  readonly turn: number;
  readonly strings: Strings;
}

function BoardPicture({ view, episode, turn, strings }: BoardPictureProps) {
  const led = episode.turns.at(turn - 1);
  const actions = turn > 0 && led ? led.acted.actions : [];
  return (
    <svg xmlns="http://www.w3.org/2000/svg" data-theme="light" className="picture" width={board.size * 2} height={board.size * 2} viewBox={`0 0 ${board.size} ${board.size}`}>
      <style>{css}</style>
      <Board
        world={view.start.task.world}
        rows={rows(episode.states[turn])}
        path={turn > 0 ? pathOf(episode.states[turn - 1], actions) : undefined}
        actions={actions}
        strings={strings}
      />
    </svg>
  );
}

const roles = ['ground', 'ink', 'ink-2', 'line', 'agent-ink', 'good-ink', 'bad-ink', 'memory-ink', 'memory-soft'] as const;
type Role = (typeof roles)[number];

class Page {
  private readonly colour = lightColours();
  private readonly family = family();

  constructor(private readonly on: CanvasRenderingContext2D) {}

  clear(): void {
    this.on.fillStyle = this.colour('ground');
    this.on.fillRect(0, 0, frame.width, frame.height);
  }

  head(episode: string, turn: string, task: string): void {
    this.text(episode, board.x, 64, 34, 'ink', 680);
    const width = this.on.measureText(episode).width;
    this.text(turn, board.x + width + 20, 64, 26, 'ink-2');
    this.text(task, frame.width - 56, 64, 22, 'ink-2', 400, 'right');
  }

  board(image: HTMLImageElement, opacity: number): void {
    this.on.globalAlpha = opacity;
    this.on.drawImage(image, board.x, board.y, board.size, board.size);
    this.on.globalAlpha = 1;
  }

  pips(played: number, all: number): void {
    const step = board.size / all;
    for (let turn = 0; turn < all; turn++) {
      this.on.fillStyle = this.colour(turn < played ? 'ink' : 'line');
      this.on.fillRect(board.x + turn * step, board.y + board.size + 16, step - 6, 4);
    }
  }

  turn({ turns }: EpisodeView, { shown, kind }: Shot, done: number, strings: Strings): void {
    const { response, acted } = turns[shown - 1];
    const text = strings.share.film;
    const thought = thoughtOf(response.text);
    let y = board.y + 34;
    this.text(text.thinks, column.x, y, 20, 'ink-2', 550);
    y = this.block(kind === 'think' ? written(thought, done) : thought, y + 44, 32, 42, 'ink', 7);
    if (kind === 'think') return;
    y += 34;
    this.text(text.acts, column.x, y, 20, 'ink-2', 550);
    const actions = acted.valid ? acted.actions.map((action) => actionInWords(action, strings)).join(', ') : strings.talk.invalid;
    y = this.block(actions, y + 44, 32, 42, acted.valid ? 'agent-ink' : 'bad-ink', 3);
    y += 34;
    this.text(strings.talk.reward, column.x, y, 20, 'ink-2', 550);
    this.text(rewardInWords(acted.reward), column.x, y + 48, 40, acted.reward > 0 ? 'good-ink' : acted.reward < 0 ? 'bad-ink' : 'ink', 680);
  }

  note(title: string, note: string, done: number): void {
    const { x, width } = column;
    this.on.fillStyle = this.colour('memory-soft');
    this.on.beginPath();
    this.on.roundRect(x - 24, board.y, width + 48, board.size - 90, 16);
    this.on.fill();
    this.text(title, x, board.y + 46, 20, 'memory-ink', 600);
    this.block(written(note, done), board.y + 92, 30, 40, 'ink', 9);
  }

  outcome(words: string, won: boolean): void {
    this.text(words, column.x, board.y + board.size - 14, 36, won ? 'good-ink' : 'bad-ink', 680);
  }

  foot(): void {
    this.text('Fieldnotes', frame.width - 56, frame.height - 24, 18, 'ink-2', 550, 'right');
  }

  private text(text: string, x: number, y: number, size: number, role: Role, weight = 400, align: CanvasTextAlign = 'left'): void {
    this.on.font = `${weight} ${size}px ${this.family}`;
    this.on.fillStyle = this.colour(role);
    this.on.textAlign = align;
    this.on.fillText(text, x, y);
  }

  /** @returns where the text ends */
  private block(text: string, top: number, size: number, line: number, role: Role, most: number): number {
    this.on.font = `400 ${size}px ${this.family}`;
    const lines = wrap(text, column.width, (part) => this.on.measureText(part).width, most);
    for (const [index, each] of lines.entries()) this.text(each, column.x, top + index * line, size, role);
    return top + lines.length * line;
  }
}

/** The tokens of the page as the canvas takes them, light whatever the page looks like. */
function lightColours(): (role: Role) => string {
  const probe = document.createElement('span');
  probe.style.colorScheme = 'light';
  document.body.append(probe);
  const colours = new Map(
    roles.map((role) => {
      probe.style.color = `var(--${role})`;
      return [role, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return (role) => colours.get(role) ?? '#000000';
}
