/**
 * A setting is described once: default, range or choices, help. Parsing, controls, links and documentation are derived
 * from the description. Knows nothing of any particular world.
 */

interface IntField {
  readonly kind: 'int';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly help: string;
}

interface ChoiceField<T extends string = string> {
  readonly kind: 'choice';
  readonly default: T;
  readonly options: readonly T[];
  readonly help: string;
}

export type Field = IntField | ChoiceField;

/** The description of every setting of a config C. */
export type Fields<C> = {
  readonly [K in keyof C]: C[K] extends number ? IntField : C[K] extends string ? ChoiceField<C[K]> : never;
};

/** Input that a person can mend: says what was wrong, with the value, and what to do. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** What is wrong with a setting, as data: whoever has other names or another language for it says it anew. `value` is shown as it was given. */
export type SettingProblem = { readonly setting: string; readonly value: string } & (
  | { readonly kind: 'whole' | 'real'; readonly min: number; readonly max: number }
  | { readonly kind: 'choice' | 'several'; readonly options: readonly string[] }
  /** it is above another setting that must not be lower */
  | { readonly kind: 'above'; readonly other: string; readonly otherValue: string }
);

/** A setting that can not have this value. */
export class SettingError extends InputError {
  constructor(readonly problem: SettingProblem) {
    super(settingInWords(problem));
  }
}

function settingInWords(problem: SettingProblem): string {
  const is = `${problem.setting} is ${problem.value}`;
  switch (problem.kind) {
    case 'whole':
      return `${is}; it must be a whole number from ${problem.min} to ${problem.max}.`;
    case 'real':
      return `${is}; it must be a number from ${problem.min} to ${problem.max}.`;
    case 'choice':
      return `${is}; choose one of ${problem.options.join(', ')}.`;
    case 'several':
      return `${is}; choose one or more of ${problem.options.join(', ')}.`;
    case 'above':
      return `${is} and ${problem.other} is ${problem.otherValue}; lower ${problem.setting} or raise ${problem.other}.`;
  }
}

/** A number as people write it in decimal, with a point and an exponent or without; NaN for all else: "", " 5", "0x10", "Infinity". */
export function decimal(text: string): number {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

/** A whole number in digits alone; NaN for all else: "1e3" and "2.0" too, and what is too large to be told from its neighbours. */
export function wholeDecimal(text: string): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : NaN;
}

/**
 * Check one value against its field; text is accepted for numbers, so that flags and links share the range of controls.
 * @throws InputError naming the setting, the value and the range.
 */
export function parseField(name: string, field: Field, value: unknown): number | string {
  if (field.kind === 'choice') {
    const found = field.options.find((option) => option === value);
    if (found === undefined) throw new SettingError({ kind: 'choice', setting: name, value: show(value), options: field.options });
    return found;
  }
  const number = typeof value === 'string' ? wholeDecimal(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < field.min || number > field.max) {
    throw new SettingError({ kind: 'whole', setting: name, value: show(value), min: field.min, max: field.max });
  }
  return number;
}

/** Names of unknown settings are refused, missing ones take their default. @throws InputError */
export function parseFields(fields: Readonly<Record<string, Field>>, value: unknown): Map<string, number | string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`The settings are ${show(value)}; an object with ${Object.keys(fields).join(', ')} is needed.`);
  }
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(fields, name)) throw new InputError(`There is no setting ${show(name)}; there are ${Object.keys(fields).join(', ')}.`);
  }
  const given = new Map<string, unknown>(Object.entries(value));
  return new Map(
    Object.entries(fields).map(([name, field]) => [name, given.has(name) ? parseField(name, field, given.get(name)) : field.default]),
  );
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
