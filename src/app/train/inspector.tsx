/** Credit inspector: any trial of the last iteration, turn by turn; the discounts can be dragged, and everything follows at once. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ExperimentConfig } from '../../experiment/config.ts';
import type { Row } from '../../learning/rows.ts';
import { fold, type TrialView } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { Icon } from '../icons.tsx';
import { show as showTrial } from '../opening.ts';
import { source, useSource } from '../source.ts';
import { creditWith, isFlat, linesOf, type Gammas } from './credit.ts';
import { CreditTable } from './creditTable.tsx';
import { iterated, runs, trainer, trouble } from './session.ts';
import { useTrainStrings } from './strings/index.ts';

interface Look {
  readonly iteration: number;
  readonly config: ExperimentConfig;
  readonly group: number;
  readonly rows: readonly Row[];
  readonly wonIn: readonly number[];
  /** count of iterations when it was taken */
  readonly taken: number;
}

export interface Opened {
  readonly trial: number;
  readonly records: readonly TrialRecord[];
  readonly view: TrialView;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Kept when somebody goes to watch a trial and comes back. */
const looked = source<Look | null>(null);
const openedTrial = source<Opened | null>(null);

export function CreditInspector() {
  const strings = useTrainStrings();
  const count = useSource(iterated);
  const look = useSource(looked);
  const opened = useSource(openedTrial);
  const [busy, setBusy] = useState(false);

  const open = async (trial: number): Promise<void> => {
    const answer = await (await trainer()).trial(trial);
    const records = answer.records.map(parseRecord);
    openedTrial.set({ trial, records, view: fold(records), before: answer.before, after: answer.after });
  };
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      trouble.set(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const read = (): Promise<void> =>
    attempt(async () => {
      const taken = iterated.get();
      const { run, iteration, group, rows, wonIn } = await (await trainer()).rows();
      const config = runs.get().find(({ id }) => id === run)?.config;
      if (!config) return;
      looked.set({ iteration, config, group, rows, wonIn, taken });
      await open(interesting(rows, wonIn, group));
    });
  // When the inspector is opened, and then only: what somebody looks at is not taken from under their eyes.
  const first = useEffectEvent(() => {
    if (count > 0 && look === null) void read();
  });
  useEffect(() => {
    const soon = setTimeout(first);
    return () => clearTimeout(soon);
  }, []);

  if (count === 0) return <p className="help">{strings.credit.none}</p>;
  if (!look) {
    return (
      <button type="button" className="button" disabled={busy} onClick={() => void read()}>
        {busy ? strings.credit.reading : strings.credit.read}
      </button>
    );
  }
  return (
    <section className="credit" aria-labelledby="credit-title">
      <div className="part-head">
        <h3 id="credit-title">{strings.credit.title(look.iteration)}</h3>
        {look.taken !== count && (
          <>
            <span className="help">{strings.credit.old}</span>
            <button type="button" className="button button-small" disabled={busy} onClick={() => void read()}>
              {strings.credit.read}
            </button>
          </>
        )}
      </div>
      <Inside key={look.taken} look={look} opened={opened} busy={busy} onOpen={(trial) => void attempt(() => open(trial))} />
    </section>
  );
}

/** A trial with something to tell: one that lost first and then won, else any that was won. */
function interesting(rows: readonly Row[], wonIn: readonly number[], group: number): number {
  const later = wonIn.findIndex((episode) => episode > 1);
  const won = wonIn.findIndex((episode) => episode > 0);
  const first = rows[0];
  return later >= 0 ? later : won >= 0 ? won : first ? first.group * group + first.trial : 0;
}

interface InsideProps {
  readonly look: Look;
  readonly opened: Opened | null;
  readonly busy: boolean;
  readonly onOpen: (trial: number) => void;
}

function Inside({ look, opened, busy, onOpen }: InsideProps) {
  const strings = useTrainStrings();
  const { rows, config, group: size, wonIn } = look;
  const trained: Gammas = { gammaStep: config.credit.gammaStep, gammaTraj: config.credit.horizon === 'episode' ? 0 : config.credit.gammaTraj };
  const [gammas, setGammas] = useState(trained);
  const asked = useMemo(() => creditWith(rows, { ...config, credit: { ...config.credit, horizon: 'crossEpisode' } }, gammas), [rows, config, gammas]);
  const groups = Array.from({ length: Math.ceil(wonIn.length / size) }, (_, g) => g);
  const moved = gammas.gammaStep !== trained.gammaStep || gammas.gammaTraj !== trained.gammaTraj;
  const trial = opened?.trial ?? 0;
  const lines = opened ? linesOf(rows, asked, Math.floor(trial / size), trial % size) : [];

  return (
    <>
      <div className="credit-bar">
        <span className="eyebrow">{strings.credit.gammas}</span>
        {(['gammaTraj', 'gammaStep'] as const).map((name) => (
          <label key={name} className="tool-range">
            {strings.names[`credit.${name}`]}
            <input type="range" min={0} max={1} step={0.01} value={gammas[name]} onChange={(event) => setGammas({ ...gammas, [name]: Number(event.target.value) })} />
            <output className="mono">{gammas[name].toFixed(2)}</output>
          </label>
        ))}
        <button type="button" className="button button-small" disabled={!moved} onClick={() => setGammas(trained)}>
          {strings.credit.asTrained}
        </button>
      </div>
      <div className="credit-body">
        <nav className="credit-trials" aria-label={strings.credit.tasks}>
          {groups.map((g) => (
            <div key={g} className="credit-group">
              <h4>
                {strings.credit.task(g + 1)} {isFlat(rows, asked, g) && config.advantage.estimator !== 'ppo' && <span className="tag">{strings.credit.flat}</span>}
              </h4>
              <div className="credit-chips">
                {wonIn.slice(g * size, (g + 1) * size).map((episode, t) => {
                  const index = g * size + t;
                  const outcome = episode > 0 ? strings.credit.won(episode) : strings.credit.lost;
                  return (
                    <button
                      key={index}
                      type="button"
                      className="trial-chip"
                      data-won={episode > 0 ? '' : undefined}
                      aria-pressed={opened?.trial === index}
                      aria-label={strings.credit.trial(t + 1, outcome)}
                      title={strings.credit.trial(t + 1, outcome)}
                      disabled={busy}
                      onClick={() => onOpen(index)}
                    >
                      {episode > 0 ? episode : <Icon name="dead" />}
                    </button>
                  );
                })}
              </div>
            </div>
          ))}
        </nav>
        <div className="credit-main">
          {opened ? (
            <>
              <div className="part-head">
                <h4>
                  {strings.credit.task(Math.floor(trial / size) + 1)} · {strings.credit.trial((trial % size) + 1, wonIn[trial] > 0 ? strings.credit.won(wonIn[trial]) : strings.credit.lost)}
                </h4>
                <button type="button" className="button button-small" onClick={() => showTrial(opened.records, false)}>
                  <Icon name="play" />
                  {strings.credit.watch}
                </button>
              </div>
              <CreditTable key={opened.trial} lines={lines} rows={rows} credit={asked} config={config} opened={opened} />
            </>
          ) : (
            <p className="help">{strings.credit.reading}</p>
          )}
        </div>
      </div>
    </>
  );
}
