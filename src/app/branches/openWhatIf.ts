/** Opening and closing the question at a turn. */
import { useSetup } from '../setup.ts';
import type { Place } from '../playback/moments.ts';
import { useBranching } from './store.ts';

/** Shows the board on which the turn is decided, and asks there. */
export function openWhatIf(place: Place): void {
  const { play, look } = useSetup.getState();
  play(false);
  look({ episode: place.episode, turn: place.turn });
  useBranching.setState({ whatIf: { episode: place.episode, turn: place.turn }, beside: null });
}

export function closeWhatIf(): void {
  useBranching.setState({ whatIf: null });
  document.querySelector<HTMLElement>('[data-opens="what-if"]')?.focus();
}
