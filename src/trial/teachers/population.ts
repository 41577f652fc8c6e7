/**
 * The mixture of teachers that the embedded policy is cloned from: weights as data, so that the recipe can be tuned. Every episode of every
 * trial draws its own style, skill, note and willingness to follow notes.
 */
import { hash32, random, type Random } from '../../worlds/random.ts';
import type { WorldId } from '../../worlds/index.ts';
import type { Player } from '../contract.ts';
import { noteQualities, styles, type Mix, type NoteQuality, type Style } from './style.ts';
import { mixed } from './teacher.ts';

export interface Recipe {
  /** relative weights of the styles in the first episode and in later ones */
  readonly first: Readonly<Record<Style, number>>;
  readonly later: Readonly<Record<Style, number>>;
  /** skill is drawn evenly from [low, high] */
  readonly skill: Readonly<Record<Style, readonly [low: number, high: number]>>;
  readonly notes: Readonly<Record<NoteQuality, number>>;
  /** chance that a later episode uses what memory shows */
  readonly follow: number;
}

const skill: Recipe['skill'] = { random: [1, 1], greedy: [0.85, 1], cautious: [0.9, 1], probing: [0.85, 1], perfect: [0.95, 1] };
const notes: Recipe['notes'] = { informative: 70, bare: 0, vague: 12, wrong: 8, empty: 10 };

/**
 * Sampling below temperature 1 and with top-p sharpens whatever is common, so the weak styles are weak by what they do, not by rare slips,
 * and no style is so rare that it would be cut off.
 */
export const recipes: Readonly<Record<WorldId, Recipe>> = {
  sokoban: {
    first: { random: 25, greedy: 27, cautious: 15, probing: 18, perfect: 15 },
    later: { random: 22, greedy: 27, cautious: 18, probing: 18, perfect: 15 },
    skill,
    notes,
    follow: 0.6,
  },
  minesweeper: {
    first: { random: 24, greedy: 24, cautious: 14, probing: 23, perfect: 15 },
    later: { random: 20, greedy: 24, cautious: 18, probing: 23, perfect: 15 },
    skill,
    notes,
    follow: 0.6,
  },
};

/** How one episode is played. @param episode from 0 */
export function sampleTeacher(random: Random, world: WorldId, episode = 0, recipe: Recipe = recipes[world]): Mix {
  const style = draw(random, styles, episode === 0 ? recipe.first : recipe.later);
  const [low, high] = recipe.skill[style];
  return {
    style,
    skill: low + (high - low) * random.uniform(),
    note: draw(random, noteQualities, recipe.notes),
    follow: random.uniform() < recipe.follow,
  };
}

/**
 * The whole mixture as one player; an episode's teacher depends on seed, trial and episode alone. Whoever follows memory is the player of
 * the first episode with the same dice, so that the two differ in what memory changed and in nothing else: that is what is to be learnt.
 */
export function population(world: WorldId, recipe: Recipe = recipes[world]): Player {
  return mixed(`teacher:population ${hash32(JSON.stringify(recipe)).toString(16)}`, ({ draw: { seed, trial, episode } }) => {
    const drawn = (of: number): Mix => sampleTeacher(random(hash32('population', seed, trial, of)), world, of, recipe);
    const mix = drawn(episode);
    if (episode === 0 || !mix.follow) return mix;
    const { style, skill } = drawn(0);
    return { ...mix, style, skill, again: true };
  });
}

function draw<K extends string>(random: Random, keys: readonly K[], weights: Readonly<Record<K, number>>): K {
  let left = random.uniform() * keys.reduce((sum, key) => sum + weights[key], 0);
  for (const key of keys) {
    left -= weights[key];
    if (left < 0) return key;
  }
  return keys[keys.length - 1];
}
