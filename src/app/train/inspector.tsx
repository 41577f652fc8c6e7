/** Credit inspector: any trial of a run's last iteration, turn by turn; the discounts can be dragged, and everything follows at once. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ExperimentConfig } from '../../experiment/config.ts';
import type { ResponseLogProbs } from '../../learning/inspect.ts';
import type { Row } from '../../learning/rows.ts';
import { fold, type TrialView } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { able } from '../able.ts';
import { Formula } from '../formula.tsx';
import { Icon } from '../icons.tsx';
import { show as showTrial } from '../opening.ts';
import { source, useSource } from '../source.ts';
import { creditWith, interesting, isFlat, linesOf, type Gammas } from './credit.ts';
import { CreditTable } from './creditTable.tsx';
import { backend, chosen, runs, tell, trainer, type Run } from './session.ts';
import { useTrainStrings } from './strings/index.ts';

interface Look {
  readonly run: string;
  readonly iteration: number;
  readonly config: ExperimentConfig;
  readonly group: number;
  readonly rows: readonly Row[];
  readonly wonIn: readonly number[];
  /** null: it is being read */
  readonly opened: Opened | null;
}

export interface Opened {
  readonly trial: number;
  readonly records: readonly TrialRecord[];
  readonly view: TrialView;
  readonly before: ResponseLogProbs;
  readonly after: ResponseLogProbs;
}

/** Kept when somebody goes to watch a trial and comes back. */
const looked = source<Look | null>(null);

async function read({ id, config }: Run): Promise<void> {
  const { iteration, group, rows, wonIn } = await (await trainer()).rows(id);
  const look = { run: id, iteration, config, group, rows, wonIn, opened: null };
  looked.set(look);
  await open(look, interesting(wonIn));
}

async function open({ run, iteration }: Look, trial: number): Promise<void> {
  const { records: raw, before, after } = await (await trainer()).trial({ run, iteration }, trial);
  const records = raw.map(parseRecord);
  const now = looked.get();
  if (now?.run === run && now.iteration === iteration) looked.set({ ...now, opened: { trial, records, view: fold(records), before, after } });
}

export function CreditInspector() {
  const strings = useTrainStrings();
  const list = useSource(runs);
  const picked = useSource(chosen);
  const found = useSource(looked);
  const [busy, setBusy] = useState(false);
  const run = list.find(({ id }) => id === picked);
  const look = found && found.run === picked ? found : null;

  const attempt = async (work: Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work;
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  // When the inspector is opened, and then only: what somebody looks at is not taken from under their eyes. Where nobody has trained yet, looking costs a model.
  const first = useEffectEvent(() => {
    if (run && run.iteration > 0 && look === null && backend.get() !== null) void attempt(read(run));
  });
  useEffect(() => {
    const soon = setTimeout(first);
    return () => clearTimeout(soon);
  }, []);

  if (!run || run.iteration === 0) return <p className="help">{strings.credit.none}</p>;
  if (!look) {
    return (
      <button type="button" className="button" {...able(!busy, () => void attempt(read(run)))}>
        {busy ? strings.credit.reading : strings.credit.read}
      </button>
    );
  }
  return (
    <section className="credit" aria-labelledby="credit-title">
      <div className="part-head">
        <h3 id="credit-title">{strings.credit.title(look.iteration)}</h3>
        {look.iteration !== run.iteration && (
          <>
            <span className="help">{strings.credit.old}</span>
            <button type="button" className="button button-small" {...able(!busy, () => void attempt(read(run)))}>
              {strings.credit.read}
            </button>
          </>
        )}
      </div>
      <Inside key={`${look.run} ${look.iteration}`} look={look} busy={busy} onOpen={(trial) => void attempt(open(look, trial))} />
    </section>
  );
}

interface InsideProps {
  readonly look: Look;
  readonly busy: boolean;
  readonly onOpen: (trial: number) => void;
}

function Inside({ look, busy, onOpen }: InsideProps) {
  const strings = useTrainStrings();
  const { rows, config, group: size, wonIn, opened } = look;
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
            <span>
              <Formula text={strings.names[`credit.${name}`]} />
            </span>
            <input type="range" min={0} max={1} step={0.01} value={gammas[name]} onChange={(event) => setGammas({ ...gammas, [name]: Number(event.target.value) })} />
            <output className="mono">{gammas[name].toFixed(2)}</output>
          </label>
        ))}
        <button type="button" className="button button-small" {...able(moved, () => setGammas(trained))}>
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
                      {...able(!busy, () => onOpen(index))}
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
