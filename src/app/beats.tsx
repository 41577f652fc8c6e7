/** The five beats of a turn as a line to follow and to jump along; shown in slow motion. */
import type { TrialView } from '../trial/fold.ts';
import { beats, compare, momentsOf, type Beat, type Moment } from './playback/moments.ts';
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
        const target = targetOf(view, at, beat);
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

/** The beat of the turn on stage: the one under way, else the one just played. */
function targetOf(view: TrialView, at: Moment, beat: Beat): Moment | null {
  const playing = at.beat === 'observe' || at.beat === 'think' || at.turn === 0;
  const before = playing ? at.turn : at.turn - 1;
  return (
    momentsOf(view, true).find(
      (moment) =>
        moment.beat === beat &&
        moment.episode === at.episode &&
        (beat === 'remember' || moment.turn === (beat === 'observe' || beat === 'think' ? before : before + 1)) &&
        (beat !== 'remember' || compare(moment, { ...at, beat: null }) > 0 || at.beat === 'remember'),
    ) ?? null
  );
}
