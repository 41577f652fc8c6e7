/** The trial to run, and first of all what runs it: world, setting, seed, memory, episodes, policy. On narrow screens one line that unfolds. */
import { memo, useId, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { memoryModes } from '../trial/contract.ts';
import { person } from '../trial/runner.ts';
import { initial, rows, worldIds, type Task } from '../worlds/index.ts';
import { Board } from './board/board.tsx';
import { commands, hint } from './commands.ts';
import { RangeField, SeedField, SelectField, Switch } from './fields.tsx';
import { Icon } from './icons.tsx';
import { LoadPanel } from './loadPanel.tsx';
import { isBusy, status } from './log.ts';
import { useStrings } from './preferences.ts';
import { teacherNames } from './policies.ts';
import { maxSeed, nameOf, parseSeed, settingsOf, taskName } from './settings.ts';
import { useSetting, useSetup, useWorld } from './setup.ts';
import { useSource } from './source.ts';

/** Drawn anew only when a setting changes: not while somebody moves through a trial. */
export const SetupPanel = memo(function SetupPanel() {
  const strings = useStrings();
  const [open, setOpen] = useState(false);
  const busy = isBusy(useSource(status));
  const setting = useSetting();
  const world = useWorld();
  const setup = useSetup(
    useShallow(({ seed, level, memory, episodes, policy, temperature, sampleSeed, choose, chooseWorld }) => ({
      seed,
      level,
      memory,
      episodes,
      policy,
      temperature,
      sampleSeed,
      choose,
      chooseWorld,
    })),
  );
  const fieldsId = useId();
  const text = strings.setup;

  return (
    <section className="setup" aria-label={text.title}>
      <div className="setup-panel">
        <h2 className="setup-title">{text.title}</h2>
        <div className="setup-summary">
          <button
            type="button"
            className="button grow"
            aria-expanded={open}
            aria-controls={fieldsId}
            onClick={() => setOpen(!open)}
          >
            <span className="setup-summary-text">
              {text.worlds[world]} · {setup.level ? taskName(setup.level, strings) : `${nameOf(setting, strings)} · ${text.seed} ${setup.seed}`}
            </span>
            <Icon name={open ? 'up' : 'down'} />
          </button>
          <RunButton />
        </div>
        <div className="setup-run">
          <RunButton wide />
        </div>
        {busy && <p className="help">{text.busy}</p>}
        <LoadPanel />
        <fieldset id={fieldsId} className="fields setup-fields" data-open={open ? '' : undefined} disabled={busy}>
          <legend className="hidden">{text.title}</legend>
          <Switch
            label={text.world}
            name="world"
            options={worldIds.map((world) => ({ value: world, label: text.worlds[world] }))}
            value={world}
            onChange={(chosen) => setup.chooseWorld(chosen)}
          />
          {setup.level ? <OwnLevel level={setup.level} /> : <SeededTask />}
          <SelectField
            label={text.memory}
            help={text.memoryHelp[setup.memory]}
            value={setup.memory}
            options={memoryModes.map((mode) => ({ value: mode, label: text.memories[mode] }))}
            onChange={(memory) => setup.choose({ memory })}
          />
          <RangeField label={text.episodes} min={1} max={8} step={1} value={setup.episodes} onChange={(episodes) => setup.choose({ episodes })} />
          <SelectField
            label={text.policy}
            help={setup.policy === 'scout' ? text.scoutHelp : setup.policy === person ? strings.own.personHelp : text.teacherHelp}
            value={setup.policy}
            options={[
              { group: text.model, options: [{ value: 'scout', label: text.scout }] },
              { value: person, label: strings.own.person },
              { group: text.teachers, options: teacherNames.map((name) => ({ value: `teacher:${name}`, label: text.teacher[name] })) },
            ]}
            onChange={(policy) => setup.choose({ policy })}
          />
          {setup.policy === 'scout' && (
            <RangeField
              label={text.temperature}
              help={text.temperatureHelp}
              min={0}
              max={1.5}
              step={0.1}
              value={setup.temperature}
              onChange={(temperature) => setup.choose({ temperature })}
            />
          )}
          <SeedField label={text.sampleSeed} help={text.sampleSeedHelp} value={setup.sampleSeed} onChange={(sampleSeed) => setup.choose({ sampleSeed })} />
        </fieldset>
      </div>
    </section>
  );
});

/** A setting and a seed make the task. */
function SeededTask() {
  const strings = useStrings();
  const setting = useSetting();
  const { seed, choose } = useSetup(useShallow(({ seed, choose }) => ({ seed, choose })));
  const text = strings.setup;
  return (
    <>
      <SelectField
        label={text.setting}
        help={setting.paper ? text.paper : text.harder}
        value={setting.id}
        options={settingsOf(setting.world).map((each) => ({ value: each.id, label: nameOf(each, strings) }))}
        onChange={(id) => choose({ setting: id })}
      />
      <SeedField label={text.seed} value={seed} onChange={(typed) => choose({ seed: typed })}>
        <button type="button" className="button" title={text.nextHint} onClick={() => choose({ seed: String(((parseSeed(seed) ?? -1) + 1) % (maxSeed + 1)) })}>
          {text.next}
          <Icon name="next" />
        </button>
      </SeedField>
      <button type="button" className="button button-quiet button-small setup-draw" title={hint(commands.edit, strings)} aria-keyshortcuts="E" onClick={() => commands.edit.run()}>
        <Icon name="draw" />
        {strings.own.draw}
      </button>
    </>
  );
}

/** A level that somebody drew or brought along takes the place of setting and seed. */
function OwnLevel({ level }: { readonly level: Task }) {
  const strings = useStrings();
  const { choose } = useSetup.getState();
  return (
    <div className="field" role="group" aria-label={strings.own.title}>
      <span className="field-label">{strings.own.task}</span>
      <div className="own-level">
        <Board world={level.world} rows={rows(initial(level))} actions={[]} strings={strings} mini />
        <div>
          <p>{taskName(level, strings)}</p>
          <p className="help">{strings.own.seedless}</p>
        </div>
      </div>
      <div className="row">
        <button type="button" className="button button-small" aria-keyshortcuts="E" onClick={() => commands.edit.run()}>
          <Icon name="draw" />
          {strings.own.edit}
        </button>
        <button type="button" className="button button-quiet button-small" onClick={() => choose({ level: null })}>
          {strings.own.drop}
        </button>
      </div>
    </div>
  );
}

function RunButton({ wide = false }: { readonly wide?: boolean }) {
  const strings = useStrings();
  const busy = isBusy(useSource(status));
  useSetup((setup) => `${setup.seed} ${setup.sampleSeed}`);
  return (
    <button
      type="button"
      className={`button button-main${wide ? ' wide' : ''}`}
      title={hint(commands.run, strings)}
      aria-keyshortcuts="R"
      disabled={!commands.run.when()}
      onClick={() => commands.run.run()}
    >
      <Icon name={busy ? 'stop' : 'play'} />
      {busy ? strings.setup.stop : strings.setup.run}
    </button>
  );
}
