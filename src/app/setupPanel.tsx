/** The trial to run: world, setting, seed, memory, episodes, policy. On narrow screens one line that unfolds. */
import { memo, useId, useState, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { memoryModes } from '../trial/contract.ts';
import { initial, rows, worldIds, type Task } from '../worlds/index.ts';
import { Board } from './board/board.tsx';
import { commands, hint } from './commands.ts';
import { Icon } from './icons.tsx';
import { LoadPanel } from './loadPanel.tsx';
import { status, type Status } from './log.ts';
import { useStrings } from './preferences.ts';
import { teacherNames } from './policies.ts';
import { maxSeed, nameOf, parseSeed, settingsOf, taskName } from './settings.ts';
import { useSetting, useSetup, useWorld } from './setup.ts';
import { useSource } from './source.ts';

/** Drawn anew only when a setting changes: not while somebody moves through a trial. */
export const SetupPanel = memo(function SetupPanel() {
  const strings = useStrings();
  const [open, setOpen] = useState(false);
  const busy = blocks(useSource(status));
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
          <Field label={text.memory} help={text.memoryHelp[setup.memory]}>
            {(id, helpId) => (
              <select
                id={id}
                className="control"
                value={setup.memory}
                aria-describedby={helpId}
                onChange={(event) => {
                  const memory = memoryModes.find((mode) => mode === event.target.value);
                  if (memory) setup.choose({ memory });
                }}
              >
                {memoryModes.map((mode) => (
                  <option key={mode} value={mode}>
                    {text.memories[mode]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <RangeField label={text.episodes} min={1} max={8} step={1} value={setup.episodes} onChange={(episodes) => setup.choose({ episodes })} />
          <Field label={text.policy} help={setup.policy === 'scout' ? text.scoutHelp : setup.policy === 'person' ? strings.own.personHelp : text.teacherHelp}>
            {(id, helpId) => (
              <select
                id={id}
                className="control"
                value={setup.policy}
                aria-describedby={helpId}
                onChange={(event) => setup.choose({ policy: event.target.value })}
              >
                <optgroup label={text.model}>
                  <option value="scout">{text.scout}</option>
                </optgroup>
                <option value="person">{strings.own.person}</option>
                <optgroup label={text.teachers}>
                  {teacherNames.map((name) => (
                    <option key={name} value={`teacher:${name}`}>
                      {text.teacher[name]}
                    </option>
                  ))}
                </optgroup>
              </select>
            )}
          </Field>
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
        <div className="setup-run">
          <RunButton wide />
        </div>
        {busy && <p className="help">{text.busy}</p>}
        <LoadPanel />
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
      <Field label={text.setting} help={setting.paper ? text.paper : text.harder}>
        {(id, helpId) => (
          <select id={id} className="control" value={setting.id} aria-describedby={helpId} onChange={(event) => choose({ setting: event.target.value })}>
            {settingsOf(setting.world).map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each, strings)}
              </option>
            ))}
          </select>
        )}
      </Field>
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
        <button type="button" className="button button-small" onClick={() => commands.edit.run()}>
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

/** Settings rest while a trial that a person started is being played. */
export function blocks(now: Status): boolean {
  return now.kind === 'loading' || now.kind === 'running' || now.kind === 'many';
}

function RunButton({ wide = false }: { readonly wide?: boolean }) {
  const strings = useStrings();
  const busy = blocks(useSource(status));
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

interface FieldProps {
  readonly label: string;
  readonly help?: string;
  readonly bad?: boolean;
  readonly children: (id: string, helpId: string | undefined) => ReactNode;
}

function Field({ label, help, bad = false, children }: FieldProps) {
  const id = useId();
  const helpId = help === undefined ? undefined : `${id}-help`;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children(id, helpId)}
      {help !== undefined && (
        <p id={helpId} className="help" data-bad={bad ? '' : undefined}>
          {help}
        </p>
      )}
    </div>
  );
}

interface SeedFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** beside the field */
  readonly children?: ReactNode;
}

/** A seed as it is typed, and what is wrong with it. */
function SeedField({ label, help, value, onChange, children }: SeedFieldProps) {
  const strings = useStrings();
  const bad = parseSeed(value) === null;
  return (
    <Field label={label} help={bad ? strings.setup.badSeed(value, maxSeed) : help} bad={bad}>
      {(id, helpId) => (
        <div className="row">
          <input
            id={id}
            className="control grow mono"
            inputMode="numeric"
            autoComplete="off"
            value={value}
            aria-invalid={bad}
            aria-describedby={helpId}
            onChange={(event) => onChange(event.target.value)}
          />
          {children}
        </div>
      )}
    </Field>
  );
}

interface RangeFieldProps {
  readonly label: string;
  readonly help?: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function RangeField({ label, help, value, onChange, ...range }: RangeFieldProps) {
  return (
    <Field label={label} help={help}>
      {(id, helpId) => (
        <div className="row">
          <input
            id={id}
            type="range"
            className="grow"
            {...range}
            value={value}
            aria-describedby={helpId}
            onChange={(event) => onChange(Number(event.target.value))}
          />
          <span className="range-value" aria-hidden>
            {range.step < 1 ? value.toFixed(1) : value}
          </span>
        </div>
      )}
    </Field>
  );
}

interface SwitchProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Switch<T extends string>({ label, name, options, value, onChange }: SwitchProps<T>) {
  return (
    <fieldset className="field">
      <legend className="field-label">{label}</legend>
      <div className="switch">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
