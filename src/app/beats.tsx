/** The five beats of a turn as a line to follow and to jump along; shown in slow motion. */
import type { TrialView } from '../trial/fold.ts';
import { beats, momentOfBeat, type Moment } from './playback/moments.ts';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

interface BeatsProps {
  readonly view: TrialView;
  readonly at: Moment;
}

export function Beats({ view, at }: BeatsProps) {
  const strings = useStrings();
  const { look, play } = useSetup();
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
              disabled={target === null}
              onClick={() => {
                play(false);
                if (target) look(target);
              }}
            >
              {strings.beats.names[beat]}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
