/** The settings of each world, checked and described by the world itself. */
import { parseField, type Field } from '../worlds/config.ts';
import * as minesweeper from '../worlds/minesweeper/index.ts';
import * as sokoban from '../worlds/sokoban/index.ts';
import type { WorldId } from '../worlds/index.ts';

/** What differs from the world's defaults, numbers as numbers, in the world's order: one spelling for each configuration. @throws InputError naming the setting to change */
export function canonicalSettings(world: WorldId, settings: Readonly<Record<string, unknown>>): Record<string, string | number> {
  if (world === 'sokoban') sokoban.world.parseConfig(settings);
  else minesweeper.world.parseConfig(settings);
  const given = Object.entries(worldFields(world)).flatMap(([name, field]) =>
    Object.hasOwn(settings, name) ? [{ name, field, value: parseField(name, field, settings[name]) }] : [],
  );
  return Object.fromEntries(given.filter(({ field, value }) => value !== field.default).map(({ name, value }) => [name, value]));
}

/** Names with default, range or choices, and help. */
export function worldFields(world: WorldId): Readonly<Record<string, Field>> {
  return world === 'sokoban' ? { ...sokoban.world.fields } : { ...minesweeper.world.fields };
}
