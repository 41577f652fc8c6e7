/** One setting as a control, with its range, its explanation, and the way back to what the method has. */
import { memo, useId, type ReactNode } from 'react';
import { valueAt, type ExperimentConfig, type Leaf, type Value } from '../../experiment/config.ts';
import type { Field } from '../../worlds/config.ts';
import type { WorldId } from '../../worlds/index.ts';
import { Formula, spoken } from '../formula.tsx';
import { Hint } from '../hint.tsx';
import { Icon } from '../icons.tsx';
import { shown, valueText } from './defaults.ts';
import { useDraft } from './draft.ts';
import { helpOfSetting, helpOfWorldSetting, nameOfSetting, useTrainStrings, wrongInWords } from './strings/index.ts';

interface LeafFieldProps {
  readonly leaf: Leaf;
  readonly config: ExperimentConfig;
  /** what the method has */
  readonly base: ExperimentConfig;
}

export const LeafField = memo(function LeafField({ leaf, config, base }: LeafFieldProps) {
  const strings = useTrainStrings();
  const bad = useDraft((draft) => draft.bad[leaf.path]);
  const put = useDraft((draft) => draft.put);
  const { path } = leaf;
  const id = useId();
  const name = nameOfSetting(strings, path);
  const usual = valueText(base, path);
  const differs = bad !== undefined || valueText(config, path) !== usual;
  const back = leaf.kind === 'several' ? usual.split(',') : usual;
  const frame = (control: ReactNode, range?: string): ReactNode => (
    <div className="field setting" data-changed={differs ? '' : undefined}>
      <div className="setting-head">
        <label className="field-label" htmlFor={id}>
          <Formula text={name} />
        </label>
        {range !== undefined && <span className="setting-range">{range}</span>}
        {differs && <Back label={strings.back(name, shown(valueAt(base, path)))} onClick={() => put(path, back)} />}
      </div>
      {control}
      <p id={`${id}-help`} className="help" data-bad={bad ? '' : undefined}>
        <Formula text={bad ? wrongInWords(bad.error, strings) : helpOfSetting(strings, leaf)} />
      </p>
    </div>
  );

  switch (leaf.kind) {
    case 'whole':
    case 'real': {
      const text = bad?.text ?? valueText(config, path);
      const slides = leaf.kind === 'real' && leaf.scale === 'linear' && leaf.min >= 0 && leaf.max <= 1;
      const field = (
        <input
          id={id}
          className="control mono"
          inputMode={leaf.kind === 'whole' ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          aria-invalid={bad !== undefined}
          aria-describedby={`${id}-help`}
          onChange={(event) => put(path, event.target.value)}
        />
      );
      const control = slides ? (
        <div className="setting-slide">
          <input type="range" min={Math.ceil(100 * leaf.min) / 100} max={leaf.max} step={0.01} value={Number(text) || 0} aria-label={spoken(name)} onChange={(event) => put(path, event.target.value)} />
          {field}
        </div>
      ) : (
        field
      );
      return frame(control, strings.range(String(leaf.min), String(leaf.max)));
    }
    case 'choice':
      return frame(
        <select id={id} className="control" value={valueText(config, path)} aria-describedby={`${id}-help`} onChange={(event) => put(path, event.target.value)}>
          {leaf.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>,
      );
    case 'several': {
      const value = valueText(config, path).split(',');
      return frame(
        <div id={id} role="group" aria-label={spoken(name)} className="checks">
          {leaf.options.map((option) => (
            <label key={option}>
              <input
                type="checkbox"
                checked={value.includes(option)}
                onChange={(event) => put(path, leaf.options.filter((each) => (each === option ? event.target.checked : value.includes(each))))}
              />
              {shown([option])}
            </label>
          ))}
        </div>,
      );
    }
  }
});

export function Back({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Hint text={<Formula text={label} />}>
      <button type="button" className="back" aria-label={spoken(label)} onClick={onClick}>
        <Icon name="repeated" />
      </button>
    </Hint>
  );
}

interface WorldFieldProps {
  readonly world: WorldId;
  readonly name: string;
  readonly field: Field;
  readonly value: string | number | undefined;
  readonly put: (path: string, value: Value | undefined) => void;
}

/** A setting of the world, described by the world. */
export function WorldField({ world, name, field, value, put }: WorldFieldProps) {
  const strings = useTrainStrings();
  const bad = useDraft((draft) => draft.bad[`settings.${name}`]);
  const id = useId();
  const path = `settings.${name}`;
  const label = nameOfSetting(strings, path);
  const text = bad?.text ?? String(value ?? field.default);
  return (
    <div className="field setting" data-changed={value !== undefined || bad ? '' : undefined}>
      <div className="setting-head">
        <label className="field-label" htmlFor={id}>
          {label}
        </label>
        {field.kind === 'int' && <span className="setting-range">{strings.range(String(field.min), String(field.max))}</span>}
        {(value !== undefined || bad) && <Back label={strings.back(label, String(field.default))} onClick={() => put(path, undefined)} />}
      </div>
      {field.kind === 'int' ? (
        <input id={id} className="control mono" inputMode="numeric" autoComplete="off" value={text} aria-invalid={bad !== undefined} aria-describedby={`${id}-help`} onChange={(event) => put(path, event.target.value)} />
      ) : (
        <select id={id} className="control" value={text} aria-describedby={`${id}-help`} onChange={(event) => put(path, event.target.value)}>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
      <p id={`${id}-help`} className="help" data-bad={bad ? '' : undefined}>
        {bad ? wrongInWords(bad.error, strings) : helpOfWorldSetting(strings, world, name, field)}
      </p>
    </div>
  );
}
