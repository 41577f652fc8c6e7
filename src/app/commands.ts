/** Everything that can be done by button or key, once: the buttons, the keys, their hints and the help read the same list. */
import { useEffect } from 'react';
import { fillScreen, full } from './fullScreen.ts';
import { openHelp } from './lessons/help.ts';
import { after, before, lastPlace, same, settle, turnAt } from './navigate.ts';
import { doorOf, doors, firstScene } from './doors.ts';
import { otherBranch, stageView } from './branches/onStage.ts';
import { closeWhatIf, openWhatIf } from './branches/openWhatIf.ts';
import { useBranching } from './branches/store.ts';
import { isBusy, live, trial, tree } from './log.ts';
import { eventsOf } from './playback/events.ts';
import { compare, nextMoment, previousMoment, type Moment, type Place } from './playback/moments.ts';
import { scrubbed } from './playback/settled.ts';
import { isVeiled, unveiled } from './playback/veil.ts';
import { speedNames, usePreferences } from './preferences.ts';
import { asksToFind } from './find/open.ts';
import { useGuess } from './guess/guess.ts';
import { kindOf, takesKey } from './keys.ts';
import { seat } from './hand/hand.ts';
import { start, stop } from './run.ts';
import { panel } from './runs/panels.ts';
import { parseSeed } from './settings.ts';
import { useSetup } from './setup.ts';
import { rests } from './share/hidden.ts';
import type { Strings } from './strings/index.ts';

export interface Command {
  readonly keys: readonly string[];
  label(strings: Strings): string;
  /** may be asked at any time; cheap */
  when(): boolean;
  run(key?: string): void;
}

/** The trial on stage and the moment that is shown; null: there is none, or something else is shown. */
function now(): { readonly view: NonNullable<ReturnType<typeof trial.get>['view']>; readonly at: Moment } | null {
  const view = stageView();
  const { moment, showing, scene } = useSetup.getState();
  return view !== null && showing === 'trial' && scene === 'stage' ? { view, at: settle(view, moment) } : null;
}

export function canRun(): boolean {
  const { seed, level, broken, sampleSeed } = useSetup.getState();
  return !broken && (level !== null || parseSeed(seed) !== null) && parseSeed(sampleSeed) !== null;
}

type Target = (view: NonNullable<ReturnType<typeof trial.get>['view']>, at: Moment) => Moment | Place | null;

function move(to: Target): Pick<Command, 'when' | 'run'> {
  const target = (): Moment | Place | null => {
    const shown = now();
    return shown && to(shown.view, shown.at);
  };
  return {
    when: () => target() !== null,
    run() {
      const [place, shown] = [target(), now()];
      if (place === null || shown === null) return;
      const { play, look } = useSetup.getState();
      play(false);
      // a key that is held scrubs
      scrubbed(performance.now());
      // Whoever steps to the newest turn of a running trial goes on with it.
      const newest = live.get() && !('beat' in place && place.beat) && same(place, lastPlace(shown.view));
      look(newest ? null : place);
    },
  };
}

function marks(view: Parameters<Target>[0]): Place[] {
  const kinds = usePreferences.getState().marks;
  return eventsOf(unveiled(view)).filter(({ kind }) => kinds.includes(kind));
}

function speedBy(steps: number): Pick<Command, 'when' | 'run'> {
  const wanted = (): (typeof speedNames)[number] | undefined => {
    const index = speedNames.indexOf(usePreferences.getState().speed) + steps;
    return index < 0 ? undefined : speedNames[index];
  };
  return {
    when: () => wanted() !== undefined,
    run() {
      const speed = wanted();
      if (speed) usePreferences.getState().set({ speed });
    },
  };
}

export const commands = {
  play: {
    keys: [' '],
    label: (strings) => (useSetup.getState().playing ? strings.transport.pause : strings.transport.play),
    when: () => (now()?.view.episodes[0]?.turns.length ?? 0) > 0,
    run() {
      const shown = now();
      const { playing, look, play } = useSetup.getState();
      if (shown === null) return;
      if (!playing && nextMoment(shown.view, shown.at, true) === null) look({ episode: 0, turn: 0 });
      play(!playing);
    },
  },
  previous: {
    keys: ['ArrowLeft', 'k'],
    label: (strings) => (usePreferences.getState().slow ? strings.transport.previousBeat : strings.transport.previous),
    ...move((view, at) => {
      if (usePreferences.getState().slow) return previousMoment(view, at, true);
      return at.beat === null || at.beat === 'act' ? before(view, at) : { episode: at.episode, turn: at.turn };
    }),
  },
  next: {
    keys: ['ArrowRight', 'j'],
    label: (strings) => (usePreferences.getState().slow ? strings.transport.nextBeat : strings.transport.next),
    ...move((view, at) => (usePreferences.getState().slow ? nextMoment(view, at, true) : after(view, at))),
  },
  first: {
    keys: ['Home'],
    label: (strings) => strings.transport.first,
    ...move((view, at) => {
      const beginning = { episode: at.episode, turn: 0 };
      return same(beginning, at) && at.beat === null ? before(view, at) && { episode: at.episode - 1, turn: 0 } : beginning;
    }),
  },
  last: {
    keys: ['End'],
    label: (strings) => strings.transport.last,
    ...move((view, at) => {
      const last = lastPlace(unveiled(view));
      return same(last, at) && at.beat === null ? null : last;
    }),
  },
  previousEvent: {
    keys: ['p'],
    label: (strings) => strings.transport.previousEvent,
    ...move((view, at) => marks(view).findLast((mark) => compare({ ...mark, beat: null }, { ...at, beat: null }) < 0) ?? null),
  },
  nextEvent: {
    keys: ['n'],
    label: (strings) => strings.transport.nextEvent,
    ...move((view, at) => marks(view).find((mark) => compare({ ...mark, beat: null }, { ...at, beat: null }) > 0) ?? null),
  },
  find: {
    keys: ['/'],
    label: (strings) => strings.find.open,
    when: () => (now()?.view.episodes.length ?? 0) > 0,
    run() {
      useSetup.getState().play(false);
      asksToFind.set(asksToFind.get() + 1);
    },
  },
  episode: {
    keys: ['1', '2', '3', '4', '5', '6', '7', '8'],
    label: (strings) => strings.transport.toEpisode,
    when: () => now() !== null,
    run(key) {
      const episode = Number(key) - 1;
      const shown = now();
      if (!shown || !unveiled(shown.view).episodes[episode]) return;
      useSetup.getState().look({ episode, turn: 0 });
    },
  },
  slower: { keys: ['<', ','], label: (strings) => strings.transport.slower, ...speedBy(-1) },
  faster: { keys: ['>', '.'], label: (strings) => strings.transport.faster, ...speedBy(1) },
  slow: {
    keys: ['s'],
    label: (strings) => strings.transport.slow,
    when: () => true,
    run() {
      const { slow, set } = usePreferences.getState();
      set({ slow: !slow });
    },
  },
  truth: {
    keys: ['t'],
    label: (strings) => strings.overlay.toggleTruth,
    when: () => useSetup.getState().scene === 'stage',
    run() {
      const { overlay, show } = useSetup.getState();
      show({ overlay: overlay === 'truth' ? 'none' : 'truth' });
    },
  },
  full: {
    keys: ['f'],
    label: (strings) => (full.get() ? strings.stage.notFull : strings.stage.full),
    when: () => useSetup.getState().scene === 'stage',
    run: () => fillScreen(!full.get()),
  },
  tokens: {
    keys: ['x'],
    label: (strings) => strings.talk.tokens,
    when: () => true,
    run() {
      const { tokens, set } = usePreferences.getState();
      set({ tokens: !tokens });
    },
  },
  wall: {
    keys: ['w'],
    label: (strings) => strings.wall.toggle,
    when: () => true,
    run() {
      const { scene, show, play } = useSetup.getState();
      play(false);
      show({ scene: scene === 'wall' ? 'stage' : 'wall' });
    },
  },
  door: {
    keys: ['g'],
    label: (strings) => strings.doors.next,
    when: () => true,
    run() {
      const { scene, show, play } = useSetup.getState();
      play(false);
      show({ scene: firstScene[doors[(doors.findIndex((door) => door === doorOf(scene)) + 1) % doors.length]] });
    },
  },
  guess: {
    keys: ['q'],
    label: (strings) => strings.guess.title,
    when: () => now() !== null && seat.get() === null,
    run: () => useGuess.getState().toggle(),
  },
  edit: {
    keys: ['e'],
    label: (strings) => strings.own.draw,
    when: () => !isBusy(),
    run() {
      const { scene, show, play } = useSetup.getState();
      play(false);
      show({ scene: scene === 'hand' ? 'stage' : 'hand' });
    },
  },
  whatIf: {
    keys: ['b'],
    label: (strings) => strings.branches.whatIf.open,
    when: () => {
      const shown = now();
      if (useBranching.getState().whatIf !== null) return true;
      // A wall that is played would be stopped by it.
      if (shown === null || isBusy() || useBranching.getState().beside !== null) return false;
      const place = turnAt(shown.view, shown.at);
      return place !== null && !isVeiled(shown.view, place);
    },
    run() {
      const shown = now();
      const place = shown && turnAt(shown.view, shown.at);
      if (useBranching.getState().whatIf !== null) closeWhatIf();
      else if (place) openWhatIf(place);
    },
  },
  compare: {
    keys: ['c'],
    label: (strings) => strings.branches.compare.open,
    when: () => {
      const { view } = trial.get();
      const open = useBranching.getState().beside !== null;
      return tree.get().branches.length > 1 && useSetup.getState().scene === 'stage' && (open || (view !== null && unveiled(view) === view));
    },
    run() {
      const { beside } = useBranching.getState();
      useBranching.setState({ beside: beside === null ? (otherBranch()?.id ?? null) : null, whatIf: null });
    },
  },
  run: {
    keys: ['r'],
    label: (strings) => (isBusy() ? strings.setup.stop : strings.setup.run),
    when: () => useSetup.getState().scene !== 'train' && (isBusy() || canRun()),
    run() {
      if (isBusy()) stop();
      else void start(useSetup.getState());
    },
  },
  runs: {
    keys: ['o'],
    label: (strings) => strings.runs.toggle,
    when: () => true,
    run: () => openPanel('runs'),
  },
  share: {
    keys: ['l'],
    label: (strings) => strings.share.toggle,
    when: () => trial.get().view !== null,
    run: () => openPanel('share'),
  },
  lessons: {
    keys: ['m'],
    label: (strings) => strings.lessons.tab,
    when: () => true,
    run: () => openHelp('lessons'),
  },
  help: {
    keys: ['?', 'h'],
    label: (strings) => strings.help.open,
    when: () => true,
    run() {
      const { help, show } = useSetup.getState();
      show({ help: !help });
    },
  },
} satisfies Record<string, Command>;

export type CommandName = keyof typeof commands;

function openPanel(name: 'runs' | 'share'): void {
  useSetup.getState().play(false);
  panel.set(name);
}

/** Those that can be used at all on this page. */
export function commandsHere(): readonly Command[] {
  return Object.entries<Command>(commands).flatMap(([name, command]) => (rests(name) ? [] : [command]));
}

const keyNames: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ' ': 'Space' };

export function keyName(key: string): string {
  return keyNames[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** "Next turn (→, J)" */
export function hint(command: Command, strings: Strings): string {
  return `${command.label(strings)} (${command.keys.map(keyName).join(', ')})`;
}

/** Keys of the whole page. Silent while a dialog is open, and wherever what has the focus uses the key itself. */
export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('dialog, [role=dialog]')) return;
      if (event.key.length === 1 && event.key !== ' ' && !usePreferences.getState().letters) return;
      const kind = target && kindOf(target);
      if (kind !== null && takesKey(kind, event.key)) return;
      const [name, command] = Object.entries<Command>(commands).find(([, { keys }]) => keys.includes(event.key)) ?? [];
      // What is under way can be stopped all the same.
      if (name === undefined || !command?.when() || (rests(name) && !(command === commands.run && isBusy()))) return;
      event.preventDefault();
      command.run(event.key);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
