/** What steps of a lesson may offer to do, by a button, and whether it has been done. */
import { branchMemory } from '../branches/make.ts';
import { status, tree, trial } from '../log.ts';
import { editing, lifts } from '../notes/state.ts';
import { start } from '../run.ts';
import { useSetup } from '../setup.ts';
import type { Act } from './schema.ts';

/** The first episode with a note; what comes after it can be measured. */
function noted(): number {
  const { view } = trial.get();
  return view?.episodes.findIndex(({ note }) => note !== null && note.text !== '') ?? -1;
}

export async function doIt(act: Act): Promise<void> {
  const { look, play } = useSetup.getState();
  switch (act) {
    case 'play':
      look({ episode: 0, turn: 0 });
      return play(true);
    case 'remember':
      return branchMemory(1, 'reflection');
    case 'run':
      return start(useSetup.getState());
    case 'edit':
      return editing.set(Math.max(0, noted()));
    case 'measure': {
      const tools = await import('../notes/lifts.ts');
      const question = tools.questionOf(trial.get().records, noted());
      return question === null ? undefined : tools.measure(question, 32);
    }
  }
}

export function canDo(act: Act): boolean {
  const { view } = trial.get();
  const { kind } = status.get();
  if (view === null) return false;
  if (act === 'remember') return view.episodes.length > 1 && kind !== 'running';
  if (act === 'measure') return noted() >= 0 && ![...lifts.get().values()].some(({ phase }) => phase !== 'kept' && phase !== 'stopped' && phase !== 'failed');
  if (act === 'edit') return view.episodes.some(({ note }) => note !== null);
  return kind !== 'running' && kind !== 'loading';
}

export function isDone(act: Act): boolean {
  const { branches } = tree.get();
  if (act === 'edit') return branches.some(({ cause }) => cause.kind === 'note' && cause.author === 'person');
  if (act === 'remember') return branches.some(({ cause, view }) => cause.kind === 'memory' && view.won !== null);
  if (act === 'measure') return [...lifts.get().values()].some(({ phase, done }) => phase === 'kept' && done > 0);
  return false;
}
