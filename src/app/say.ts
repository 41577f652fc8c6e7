/** Responses and actions in words for people. Pure. */
import { styleWords } from '../trial/brief/words.ts';
import { styles, type Style } from '../trial/teachers/style.ts';
import type { EpisodeView, TurnView } from '../trial/fold.ts';
import type { Responded } from '../trial/records.ts';
import type { LoadPhase } from '../platform/web/startEngine.ts';
import type { End, WorldId } from '../worlds/index.ts';
import type { Strings } from './strings/index.ts';

/** What the policy wrote before its action or its note, without tags. */
export function thoughtOf(text: string): string {
  const [head] = text.split(/<(?:action|remark)>/, 1);
  return head.replace(/<\/?think>/g, '').trim();
}

/** What a link has left out of a reply, and what is exact of it all the same; null: the reply is there word for word. */
export function leftInWords({ left, text, purpose }: Pick<Responded, 'left' | 'text' | 'purpose'>, { talk }: Strings): string | null {
  if (left === undefined) return null;
  return talk.left[text === '' ? 'all' : purpose];
}

/** The style of play that a thought of Scout or a teacher begins with; null: it names none. */
export function styleOf(thought: string): Style | null {
  const [word] = thought.split(/\s/, 1);
  return styles.find((style) => styleWords[style] === word) ?? null;
}

/** A reply on its way: tags, also half-written ones, are for parsers. */
export function withoutTags(text: string): string {
  return text.replace(/<\/?[a-z]+>?|<\/?$/g, ' ').trim();
}

/** A canonical action in words: `up`, `3,5`. */
export function actionInWords(action: string, strings: Strings): string {
  const [row, column] = action.split(',');
  if (column !== undefined) return strings.talk.cell(row, column);
  const { move } = strings.talk;
  switch (action) {
    case 'up':
    case 'down':
    case 'left':
    case 'right':
    case 'still':
      return move[action];
    default:
      return action;
  }
}

/** `+10`, `0`, `−0.1` */
export function rewardInWords(reward: number): string {
  const rounded = Math.round(reward * 100) / 100;
  if (rounded === 0) return '0';
  return rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

export function outcomeInWords(end: End | null, world: WorldId, strings: Strings): string {
  switch (end) {
    case null:
      return strings.outcome.open;
    case 'dead':
      return strings.outcome.dead[world];
    case 'won':
    case 'turns':
      return strings.outcome[end];
  }
}

/** One sentence about a turn, for the live region. */
export function turnInWords(number: number, { acted }: TurnView, strings: Strings): string {
  if (!acted.valid) return strings.say.invalid(number);
  const actions = acted.actions.map((action) => actionInWords(action, strings)).join(', ');
  return strings.say.moved(number, actions, rewardInWords(acted.reward));
}

/** The latest thing worth saying about an episode. */
export function episodeInWords(number: number, episode: EpisodeView, world: WorldId, strings: Strings): string {
  if (episode.note) return episode.note.text === '' ? strings.strip.noteEmpty : strings.say.note(episode.note.text);
  const turn = episode.turns.at(-1);
  const moved = turn ? turnInWords(episode.turns.length, turn, strings) : '';
  return episode.end === null ? moved : `${moved} ${strings.say.ended(number, outcomeInWords(episode.end, world, strings))}`.trim();
}

/**
 * Which backend runs and why, in the page's language. The runtime says it in English, in a few fixed forms; what it quotes (an adapter's
 * name, an error) stays as it is, and so does a sentence that nobody has put into this table.
 */
export function backendInWords(reason: string, { backend }: Strings): string {
  const gpu = /^WebGPU: (.+?)( \(software\))?; ONNX Runtime with (\w+)(; without subgroups.*)?$/.exec(reason);
  if (gpu) return backend.webgpu(gpu[1], gpu[3], gpu[2] !== undefined, gpu[4] !== undefined);
  const wasm = /^WASM, (\d+) threads?: (.*?)(; page is not cross-origin isolated)?$/.exec(reason);
  if (!wasm) return reason;
  const [, threads, why, alone] = wasm;
  const software = /^the only WebGPU adapter is rendered in software \((.*)\)$/.exec(why);
  const wrong = /^attention on (.*) is wrong by/.exec(why);
  const cause = software
    ? backend.why.software(software[1])
    : wrong
      ? backend.why.wrong(wrong[1])
      : why === 'as asked'
        ? backend.why.asked
        : why === 'usual in training'
          ? backend.why.training
          : why.startsWith('no WebGPU in this browser')
            ? backend.why.missing
            : why.startsWith('no WebGPU on an insecure page')
              ? backend.why.insecure
              : why.startsWith('WebGPU finds no usable graphics adapter')
                ? backend.why.noAdapter
                : why;
  return backend.wasm(Number(threads), cause, alone !== undefined);
}

/** How far the loading of Scout is, in one line. */
export function loadInWords(load: LoadPhase, strings: Strings): string {
  return [strings.load.title, strings.load.phases[load.phase], loadedInWords(load, strings)].filter((part) => part !== '').join(' · ');
}

/** How much of the phase is done; empty: nobody knows */
export function loadedInWords(load: LoadPhase, { load: text }: Strings): string {
  if (load.phase === 'read') return `${Math.round(100 * load.share)} %`;
  if (load.phase !== 'download' || load.done === 0) return '';
  return load.total === null ? megabytes(load.done) : text.of(megabytes(load.done), megabytes(load.total));
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
