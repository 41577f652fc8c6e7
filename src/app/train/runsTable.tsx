/** All runs, newest first: how far, what became of its success, what differs from the run before, and what can be done with each. */
import { useRef, useState } from 'react';
import { withValues } from '../../experiment/config.ts';
import { projections } from '../../policy/model/config.ts';
import type { TrainReports } from '../../platform/web/trainDisk.ts';
import { TrainError } from '../../platform/web/trainProblem.ts';
import { able } from '../able.ts';
import { Formula, spoken } from '../formula.tsx';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { changes, methodOf, pagePreset } from './defaults.ts';
import { percent, scoresOf } from './figures.ts';
import { useDraft } from './draft.ts';
import { colourOf, nextName } from './names.ts';
import { fileName, offer } from '../runs/saving.ts';
import { wear, worn } from '../scout.ts';
import { beside, choose, chosen, erase, goOn, live, reports, runs, startRun, tell, toggleBeside, trainer, type Run } from './session.ts';
import { fullNameOfSetting, useTrainStrings, type TrainStrings } from './strings/index.ts';

const most = 3;

export function RunsTable() {
  const strings = useTrainStrings();
  const list = useSource(runs);
  const picked = useSource(chosen);
  const others = useSource(beside);
  const found = useSource(reports);
  const busy = useSource(live);

  return (
    <section className="runs-part" aria-labelledby="train-runs">
      <div className="part-head">
        <h2 id="train-runs">{strings.runs}</h2>
        <OpenAdapter strings={strings} disabled={busy !== null} />
      </div>
      {list.length === 0 ? (
        <p className="help">{strings.noRuns}</p>
      ) : (
        <div className="scroll-x" role="group" aria-labelledby="train-runs" tabIndex={0}>
          <table className="runs">
            <thead>
              <tr>
                {(['show', 'name', 'iterations', 'success', 'changed', 'actions'] as const).map((name) => (
                  <th key={name} scope="col">
                    {strings.columns[name]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((run, index) => {
                return (
                  <tr key={run.id} data-chosen={run.id === picked ? '' : undefined}>
                    <td>
                      <input type="checkbox" aria-label={strings.showRun(run.name)} checked={run.id === picked || others.has(run.id)} disabled={run.id === picked} onChange={() => toggleBeside(run.id)} />
                    </td>
                    <th scope="row">
                      <button type="button" className="run-name" aria-pressed={run.id === picked} aria-label={strings.chooseRun(run.name)} onClick={() => void choose(run.id)}>
                        <span className="run-colour" style={{ background: colourOf(run) }} />
                        {run.name}
                      </button>
                    </th>
                    <td className="number">
                      {strings.of(run.iteration, run.config.schedule.iterations)}
                      {run.iteration < run.config.schedule.iterations && busy?.run !== run.id && <span className="tag">{strings.interrupted}</span>}
                      {run.imported && <span className="tag">{strings.imported}</span>}
                    </td>
                    <td className="number">{scoreText(run, found.get(run.id), strings)}</td>
                    <td>
                      <Changed run={run} before={list[index + 1]} strings={strings} />
                    </td>
                    <td>
                      <Actions run={run} strings={strings} busy={busy?.run ?? null} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function scoreText(run: Run, found: TrainReports | undefined, strings: TrainStrings): string {
  const { before, after } = scoresOf(found?.validations ?? []);
  const scored = (score: string): string => strings.scored(run.config.evaluation.episodes, score);
  if (after !== null) return scored(before === null ? percent(after) : strings.from(percent(before), percent(after)));
  if (before === null) return '–';
  // What is only measured has no other score.
  return scored(run.config.schedule.iterations === 0 ? percent(before) : strings.untrained(percent(before)));
}

function Changed({ run, before, strings }: { readonly run: Run; readonly before: Run | undefined; readonly strings: TrainStrings }) {
  const from = before?.config ?? pagePreset(methodOf(run.config), run.config.world, run.config.settings);
  const all = changes(from, run.config, (path) => fullNameOfSetting(strings, path));
  const head = before ? '' : `${strings.first}${all.length > 0 ? ': ' : ''}`;
  const text = all.length === 0 ? (before ? strings.same : '') : all.slice(0, most).join(', ');
  return (
    <span className="changed" title={spoken(all.join('\n'))}>
      {head}
      <Formula text={text} />
      {all.length > most && ` ${strings.moreChanges(all.length - most)}`}
    </span>
  );
}

function Actions({ run, strings, busy }: { readonly run: Run; readonly strings: TrainStrings; readonly busy: string | null }) {
  const page = useStrings();
  const [asking, setAsking] = useState(false);
  const take = useDraft((draft) => draft.take);
  const own = busy === run.id;
  const done = run.iteration >= run.config.schedule.iterations;
  const empty = run.iteration === 0 && !run.imported;
  const name = strings.wornName(run.name, run.iteration);
  const wears = useSource(worn)?.name === name;
  const use = async (): Promise<void> => {
    try {
      const [config, tensors] = await (await trainer()).files({ run: run.id, iteration: run.iteration }, 'adapter');
      await wear({ name, config: new TextDecoder().decode(config.bytes), tensors: tensors.bytes });
    } catch (error) {
      tell(error);
    }
  };
  const file = async (kind: 'adapter' | 'gguf'): Promise<void> => {
    try {
      const files = await (await trainer()).files({ run: run.id, iteration: run.iteration }, kind);
      for (const { name, bytes } of files) offer(new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' }), kind === 'gguf' ? `${fileName(`scout ${run.name}`)}.gguf` : name);
    } catch (error) {
      tell(error);
    }
  };
  if (asking) {
    return (
      <span key="asking" className="actions" role="group" aria-label={strings.remove}>
        {strings.removeAsk(run.name)}
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            setAsking(false);
            void erase(run.id);
          }}
        >
          {strings.remove}
        </button>
        <button type="button" className="button button-small" autoFocus onClick={() => setAsking(false)}>
          {page.setup.close}
        </button>
      </span>
    );
  }
  return (
    <span key="actions" className="actions">
      {run.config.schedule.iterations > 0 && (
        <button type="button" className="button button-small" {...able(busy === null, () => void goOn(run, done ? run.config.schedule.iterations + 10 : undefined))}>
          {done ? strings.longer(10) : strings.proceed}
        </button>
      )}
      <button type="button" className="button button-small button-quiet" title={strings.wearHelp(run.name)} aria-pressed={wears} disabled={empty} onClick={() => void (wears ? wear(null).catch(tell) : use())}>
        {wears ? strings.wearing : strings.wear}
      </button>
      <button type="button" className="button button-small button-quiet" title={strings.fileHelp} disabled={empty} onClick={() => void file('adapter')}>
        <Icon name="down" />
        {strings.file}
      </button>
      <button type="button" className="button button-small button-quiet" title={strings.mergedHelp} disabled={empty} onClick={() => void file('gguf')}>
        <Icon name="down" />
        {strings.merged}
      </button>
      <button type="button" className="button button-small button-quiet" title={strings.againHelp(run.name)} onClick={() => take(run.config)}>
        {strings.again}
      </button>
      <button type="button" className="button button-small button-quiet" {...able(!own, () => setAsking(true))}>
        {strings.remove}
      </button>
    </span>
  );
}

function OpenAdapter({ strings, disabled }: { readonly strings: TrainStrings; readonly disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const open = async (files: readonly File[]): Promise<void> => {
    const [json, tensors] = [files.find(({ name }) => name.endsWith('.json')), files.find(({ name }) => name.endsWith('.safetensors'))];
    if (!json || !tensors) return tell(new TrainError({ kind: 'twoFiles' }));
    try {
      const adapter = { config: await json.text(), tensors: new Uint8Array(await tensors.arrayBuffer()) };
      const { rank, alpha, targets } = await (await trainer()).check(adapter);
      const config = withValues(useDraft.getState().config, [['adapter.rank', rank], ['adapter.alpha', alpha], ['adapter.targets', projections.filter((each) => targets.includes(each))]]);
      await startRun(config, nextName(strings.adapterRun(0).replace(/\s*0$/, ''), runs.get()), adapter);
    } catch (error) {
      tell(error);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-hidden
        multiple
        accept=".json,.safetensors"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          void open(files);
        }}
      />
      <button type="button" className="button button-small" title={strings.openHelp} disabled={disabled} onClick={() => input.current?.click()}>
        <Icon name="up" />
        {strings.open}
      </button>
    </>
  );
}
