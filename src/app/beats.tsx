/** The five beats of a turn as a line to follow and to jump along; shown in slow motion. */
import type { TrialView } from '../trial/fold.ts';
import { able } from './able.ts';
import { useHere } from './playback/here.ts';
import { beats, momentOfBeat } from './playback/moments.ts';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

export function Beats({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  const at = useHere(view);
  const now = at.beat ?? (at.turn === 0 ? null : 'reward');
  return (
    <ol className="beats" aria-label={strings.beats.title}>
      {beats.map((beat) => {
        const target = momentOfBeat(view, at, beat);
        return (
          <li key={beat} data-beat={beat} data-past={now !== null && beats.indexOf(beat) < beats.indexOf(now) ? '' : undefined}>
            <button
              type="button"
              aria-current={beat === now ? 'step' : undefined}
              {...able(target !== null, () => {
                const { look, play } = useSetup.getState();
                play(false);
                if (target) look(target);
              })}
            >
              {strings.beats.names[beat]}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
