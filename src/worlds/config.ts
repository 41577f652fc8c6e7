/**
 * A setting is described once: default, range or choices, help. Parsing, controls, links and documentation are derived
 * from the description. Knows nothing of any particular world.
 */

export interface IntField {
  readonly kind: 'int';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly help: string;
}

export interface ChoiceField<T extends string = string> {
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

/**
 * Check one value against its field; text is accepted for numbers, so that flags and links share the range of controls.
 * @throws InputError naming the setting, the value and the range.
 */
export function parseField(name: string, field: Field, value: unknown): number | string {
  if (field.kind === 'choice') {
    const found = field.options.find((option) => option === value);
    if (found === undefined) throw new InputError(`${name} is ${show(value)}; choose one of ${field.options.join(', ')}.`);
    return found;
  }
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < field.min || number > field.max) {
    throw new InputError(`${name} is ${show(value)}; it must be a whole number from ${field.min} to ${field.max}.`);
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
