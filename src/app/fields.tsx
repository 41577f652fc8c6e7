/** Fields with a label, and help or what is wrong below. */
import { useId, type ReactNode } from 'react';
import { useStrings } from './preferences.ts';
import { maxSeed, parseSeed } from './settings.ts';

interface FieldProps {
  readonly label: string;
  readonly help?: string;
  readonly bad?: boolean;
  /** beside others in a row */
  readonly grow?: boolean;
  readonly children: (id: string, helpId: string | undefined) => ReactNode;
}

function Field({ label, help, bad = false, grow = false, children }: FieldProps) {
  const id = useId();
  const helpId = help === undefined ? undefined : `${id}-help`;
  return (
    <div className={grow ? 'field grow' : 'field'}>
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

interface Option<T> {
  readonly value: T;
  readonly label: string;
}

interface SelectFieldProps<T> extends Pick<FieldProps, 'label' | 'help' | 'grow'> {
  readonly value: T;
  readonly options: readonly (Option<T> | { readonly group: string; readonly options: readonly Option<T>[] })[];
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

export function SelectField<T extends string | number>({ value, options, disabled, onChange, ...field }: SelectFieldProps<T>) {
  const all = options.flatMap((each) => ('group' in each ? each.options : [each]));
  return (
    <Field {...field}>
      {(id, helpId) => (
        <select
          id={id}
          className="control"
          value={value}
          disabled={disabled}
          aria-describedby={helpId}
          onChange={(event) => {
            const chosen = all.find((each) => String(each.value) === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((each) =>
            'group' in each ? (
              <optgroup key={each.group} label={each.group}>
                {each.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(each)
            ),
          )}
        </select>
      )}
    </Field>
  );
}

function optionOf<T extends string | number>({ value, label }: Option<T>): ReactNode {
  return (
    <option key={value} value={value}>
      {label}
    </option>
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
export function SeedField({ label, help, value, onChange, children }: SeedFieldProps) {
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

export function RangeField({ label, help, value, onChange, ...range }: RangeFieldProps) {
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
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function Switch<T extends string>({ label, name, options, value, onChange }: SwitchProps<T>) {
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
