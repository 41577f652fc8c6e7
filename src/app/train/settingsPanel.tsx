/** The run to start: method, world, and every setting of the tree, the important ones first. */
import { useMemo } from 'react';
import { leaves } from '../../experiment/config.ts';
import { methods } from '../../experiment/methods.ts';
import { worldFields } from '../../experiment/worldSettings.ts';
import { worldIds } from '../../worlds/index.ts';
import { useCompact, useStrings } from '../preferences.ts';
import { nameOf, settingsOf } from '../settings.ts';
import { useSource } from '../source.ts';
import { pagePreset, primary, secondary, settingOf } from './defaults.ts';
import { useDraft } from './draft.ts';
import { LeafField, WorldField } from './field.tsx';
import { nextName } from './names.ts';
import { live, runs, startRun } from './session.ts';
import { formId, Start, useFirst } from './start.tsx';
import { useTrainStrings } from './strings/index.ts';

const main = primary.flatMap((path) => leaves.find((leaf) => leaf.path === path) ?? []);
const sections = [...new Set(secondary.map(({ section }) => section))];

export function SettingsPanel() {
  const page = useStrings();
  const strings = useTrainStrings();
  const { method, config, bad, choose, chooseWorld, chooseSettings, put } = useDraft();
  const busy = useSource(live) !== null;
  const first = useFirst();
  const compact = useCompact();
  const base = useMemo(() => pagePreset(method, config.world, config.settings), [method, config.world, config.settings]);
  const known = settingsOf(config.world);
  const named = settingOf(config);
  const broken = Object.keys(bad).length > 0;

  return (
    <form
      id={formId}
      className="train-settings"
      aria-labelledby="train-next"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !broken) void startRun(config, nextName(strings.methods[method], runs.get()));
      }}
    >
      <h2 id="train-next">{strings.next}</h2>
      <div className="field">
        <label className="field-label" htmlFor="train-method">
          {strings.method}
        </label>
        <select
          id="train-method"
          className="control"
          value={method}
          aria-describedby="train-method-help"
          onChange={(event) => {
            const found = methods.find((each) => each === event.target.value);
            if (found) choose(found);
          }}
        >
          {methods.map((each) => (
            <option key={each} value={each}>
              {strings.methods[each]}
            </option>
          ))}
        </select>
        <p id="train-method-help" className="help">
          {strings.methodHelp[method]}
        </p>
      </div>
      <fieldset className="field">
        <legend className="field-label">{page.setup.world}</legend>
        <div className="switch">
          {worldIds.map((world) => (
            <label key={world}>
              <input type="radio" name="train-world" checked={world === config.world} onChange={() => chooseWorld(world)} />
              {page.setup.worlds[world]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="field">
        <label className="field-label" htmlFor="train-setting">
          {strings.setting}
        </label>
        <select
          id="train-setting"
          className="control"
          value={named?.id ?? ''}
          onChange={(event) => {
            const found = known.find(({ id }) => id === event.target.value);
            if (found) chooseSettings(found.values);
          }}
        >
          {!named && <option value="">{strings.own}</option>}
          {known.map((each) => (
            <option key={each.id} value={each.id}>
              {nameOf(each, page)}
            </option>
          ))}
        </select>
      </div>
      {!first && <Start />}
      <div className="train-folds">
        <details className="fold" open={!compact}>
          <summary>{strings.main}</summary>
          <div className="setting-grid">
            {main.map((leaf) => (
              <LeafField key={leaf.path} leaf={leaf} config={config} base={base} />
            ))}
          </div>
        </details>
        {sections.map((section) => (
          <details key={section} className="fold">
            <summary>{strings.sections[section]}</summary>
            <div className="setting-grid">
              {secondary.filter((leaf) => leaf.section === section).map((leaf) => (
                <LeafField key={leaf.path} leaf={leaf} config={config} base={base} />
              ))}
            </div>
          </details>
        ))}
        <details className="fold">
          <summary>{strings.worldFold}</summary>
          <div className="setting-grid">
            {Object.entries(worldFields(config.world)).map(([name, field]) => (
              <WorldField key={name} world={config.world} name={name} field={field} value={config.settings[name]} put={put} />
            ))}
          </div>
        </details>
      </div>
    </form>
  );
}
