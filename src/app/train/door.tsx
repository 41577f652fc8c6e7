/** The train door: the next run at the left; at the right the one under way, all runs, and three ways to look at them. Before the first: what it will be. */
import { useEffect } from 'react';
import { lasting } from '../lasting.ts';
import { useSource } from '../source.ts';
import { Compare } from './compare.tsx';
import { CreditInspector } from './inspector.tsx';
import { Curves } from './curves.tsx';
import { LiveBar } from './liveBar.tsx';
import { percent } from './figures.ts';
import { RunsTable } from './runsTable.tsx';
import { SettingsPanel } from './settingsPanel.tsx';
import { Soon } from './soon.tsx';
import { useFirst } from './start.tsx';
import { live, openRuns, reports, runs } from './session.ts';
import { useTrainStrings } from './strings/index.ts';
import './styles/train.css';
import './styles/settings.css';
import './styles/live.css';
import './styles/tables.css';
import './styles/runs.css';
import './styles/curves.css';
import './styles/chips.css';
import './styles/credit.css';
import './styles/compare.css';
import './styles/firstRun.css';

const views = ['curves', 'credit', 'compare'] as const;
/** Kept when somebody goes to watch a trial and comes back, and when the page is loaded again. */
const viewed = lasting('fieldnotes.train.view', views, 'curves');

export function TrainDoor() {
  const strings = useTrainStrings();
  const view = useSource(viewed);
  const first = useFirst();
  useEffect(() => void openRuns(), []);
  return (
    <section className="train" id="stage" tabIndex={-1} aria-labelledby="train-title">
      <h2 id="train-title" className="hidden">
        {strings.title}
      </h2>
      <LiveBar />
      <div className="train-side">
        <p className="help">{strings.intro}</p>
        <SettingsPanel />
      </div>
      <div className="train-main">
        <RunsTable />
        {first ? (
          <Soon />
        ) : (
          <>
            <fieldset className="train-views">
              <legend className="hidden">{strings.viewLabel}</legend>
              <div className="switch">
                {views.map((each) => (
                  <label key={each}>
                    <input type="radio" name="train-view" checked={view === each} onChange={() => viewed.set(each)} />
                    {strings.views[each]}
                  </label>
                ))}
              </div>
            </fieldset>
            {view === 'curves' && <Curves />}
            {view === 'credit' && <CreditInspector />}
            {view === 'compare' && <Compare />}
          </>
        )}
      </div>
      <Announcements />
    </section>
  );
}

/** One sentence for each step of a run, for those who do not see it. */
function Announcements() {
  const strings = useTrainStrings();
  const now = useSource(live);
  const list = useSource(runs);
  const found = useSource(reports);
  const run = list.find(({ id }) => id === now?.run);
  const last = run && found.get(run.id)?.validations.at(-1);
  const text =
    !now || !run
      ? ''
      : now.state === 'paused'
        ? strings.announce.paused
        : run.iteration === 0
          ? strings.announce.began(run.name)
          : `${strings.announce.iteration(run.iteration, run.config.schedule.iterations)} ${last?.iteration === run.iteration ? strings.announce.validated(last.iteration, last.success.map((share, k) => `p@${k + 1} ${percent(share)}`).join(', ')) : ''}`;
  return (
    <p className="hidden" aria-live="polite">
      {text}
    </p>
  );
}
