/** One task under two checkpoints, episode by episode with the notes between; the second moves with the slider over training time. */
import { rows } from '../../worlds/index.ts';
import { Board } from '../board/board.tsx';
import { Icon } from '../icons.tsx';
import { LinkedText } from '../linkedText.tsx';
import { show as showTrial } from '../opening.ts';
import { Outcome } from '../outcome.tsx';
import { useStrings } from '../preferences.ts';
import { checkpointName } from './compare.tsx';
import { looking } from './comparing.ts';
import type { Comparison, Played } from './comparison.ts';
import { useTrainStrings } from './strings/index.ts';

interface SideBySideProps {
  readonly found: Comparison;
  readonly task: number;
  readonly at: number;
}

export function SideBySide({ found, task, at }: SideBySideProps) {
  const strings = useTrainStrings();
  const { checkpoints, played, run } = found;
  const names = checkpoints.map((each) => checkpointName(each, run, strings));
  return (
    <section className="sides" aria-label={strings.compare.task(task + 1)}>
      <div className="part-head">
        <h3>{strings.compare.task(task + 1)}</h3>
        {checkpoints.length > 1 && (
          <label className="tool-range grow">
            {strings.compare.scrub}
            <input
              type="range"
              min={0}
              max={checkpoints.length - 1}
              step={1}
              value={at}
              aria-valuetext={names[at]}
              onChange={(event) => looking.set({ task, at: Number(event.target.value) })}
            />
            <output>{names[at]}</output>
          </label>
        )}
      </div>
      <div className="sides-pair">
        <Side title={`${strings.compare.side.first}: ${names[0]}`} played={played[0][task] ?? null} />
        {checkpoints.length > 1 && <Side title={`${strings.compare.side.now}: ${names[at]}`} played={played[at]?.[task] ?? null} />}
      </div>
    </section>
  );
}

function Side({ title, played }: { readonly title: string; readonly played: Played | null }) {
  const page = useStrings();
  const strings = useTrainStrings();
  if (!played) {
    return (
      <div className="side">
        <h4>{title}</h4>
        <p className="help">…</p>
      </div>
    );
  }
  const { view, records } = played;
  const { world } = view.start.task;
  return (
    <div className="side">
      <div className="part-head">
        <h4>{title}</h4>
        <button type="button" className="button button-small" onClick={() => showTrial(records, false)}>
          <Icon name="play" />
          {strings.compare.open}
        </button>
      </div>
      <ol className="side-list">
        {view.episodes.map(({ states, turns, end, note }, index) => (
          <li key={index}>
            <div className="side-episode">
              <Board world={world} rows={rows(states[states.length - 1])} actions={turns.at(-1)?.acted.actions ?? []} strings={page} mini />
              <p>
                {page.strip.episode(index + 1)} {end && <Outcome end={end} world={world} />}
              </p>
            </div>
            {note && <p className="side-note">{note.text === '' ? strings.compare.noNote : <LinkedText text={note.text} world={world} />}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
