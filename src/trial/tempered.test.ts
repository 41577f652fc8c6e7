import { describe, expect, it } from 'vitest';
import { random as randomOf } from '../worlds/random.ts';
import { oddsOf, type Answer } from './answers.ts';
import { temperedOdds } from './tempered.ts';

const temperatures = [0.1, 0.4, 0.7, 1, 1.5, 2];

/** A model of few words: after every beginning its chances of all words are known. */
function model(seed: number, words: number, sharp: number) {
  const random = randomOf(seed);
  const known = new Map<string, number[]>();
  const logits = (before: readonly number[]): number[] => {
    const key = before.join();
    const made = known.get(key) ?? Array.from({ length: words }, () => sharp * random.uniform());
    known.set(key, made);
    return made;
  };
  /** log P(word | before) at a temperature, over all words */
  return (before: readonly number[], word: number, temperature: number): number => {
    const scaled = logits(before).map((logit) => logit / temperature);
    return scaled[word] - Math.log(scaled.reduce((sum, value) => sum + Math.exp(value), 0));
  };
}

/** One to two words out of the first three, then the end (3): 3 + 9 answers. Words from 4 on lead nowhere. */
const continuations = [0, 1, 2].flatMap((first) => [[first, 3], ...[0, 1, 2].map((second) => [first, second, 3])]);
const answers = continuations.map((ids): Answer => ({ actions: ids.slice(0, -1).map(String), text: ids.join(' '), open: false }));

function scoresOf(chance: ReturnType<typeof model>, temperature: number): number[][] {
  return continuations.map((ids) => ids.map((id, at) => chance(ids.slice(0, at), id, temperature)));
}

describe('Answers at another temperature', () => {
  it('are those of the model itself at 1', () => {
    const scores = scoresOf(model(1, 9, 4), 1);
    const [mine, exact] = [temperedOdds(answers, { continuations, scores }, 1), oddsOf(answers, scores)];
    expect(mine.outside).toBeCloseTo(exact.outside, 12);
    for (const [index, { share, probability }] of mine.answers.entries()) {
      expect(share).toBeCloseTo(exact.answers[index].share, 12);
      expect(probability).toBeCloseTo(exact.answers[index].probability, 12);
    }
  });

  it.each(temperatures)('are what a sampler at %s draws, where one word alone leads to no answer', (temperature) => {
    // After two words nothing but the end leads to an answer: there the first three and the fourth would be outside, so they are made impossible.
    const chance = model(2, 5, 5);
    const one = (ids: readonly number[], id: number, at: number): number => {
      const allowed = at < 1 ? [0, 1, 2, 4] : at === 1 ? [0, 1, 2, 3, 4] : [3, 4];
      const among = (t: number): number => chance(ids.slice(0, at), id, t) - Math.log(allowed.reduce((sum, word) => sum + Math.exp(chance(ids.slice(0, at), word, t)), 0));
      return among(current);
    };
    let current = 1;
    const scores = continuations.map((ids) => ids.map((id, at) => one(ids, id, at)));
    current = temperature;
    const drawn = oddsOf(answers, continuations.map((ids) => ids.map((id, at) => one(ids, id, at))));
    const mine = temperedOdds(answers, { continuations, scores }, temperature);
    expect(mine.outside).toBeCloseTo(drawn.outside, 9);
    for (const [index, { share }] of mine.answers.entries()) expect(share).toBeCloseTo(drawn.answers[index].share, 9);
    for (const [index, { share }] of mine.first.entries()) expect(share).toBeCloseTo(drawn.first[index].share, 9);
  });

  it('have at most so much outside below 1 as is told, and at least so much above', () => {
    for (let seed = 0; seed < 40; seed++) {
      const chance = model(seed, 12, 6);
      const scored = { continuations, scores: scoresOf(chance, 1) };
      for (const temperature of temperatures) {
        const told = temperedOdds(answers, scored, temperature).outside;
        const real = oddsOf(answers, scoresOf(chance, temperature)).outside;
        if (temperature <= 1) expect(told).toBeGreaterThanOrEqual(real - 1e-9);
        if (temperature >= 1) expect(told).toBeLessThanOrEqual(real + 1e-9);
      }
    }
  });

  it('go by words: cold, the likeliest beginning wins, though another answer is the likeliest whole', () => {
    const log = Math.log;
    const two = [[0, 3], [1, 0, 3], [1, 1, 3], [1, 2, 3]];
    const scores = [[log(0.4), 0], ...[0, 1, 2].map(() => [log(0.6), log(1 / 3), 0])];
    const given = two.map((ids): Answer => ({ actions: [ids[0] === 0 ? 'up' : 'left'], text: ids.join(' '), open: false }));
    const cold = temperedOdds(given, { continuations: two, scores }, 0.1);
    expect(oddsOf(given, scores).answers[0].share).toBeGreaterThan(oddsOf(given, scores).answers[1].share);
    expect(cold.first.find(({ action }) => action === 'left')?.share).toBeGreaterThan(0.98);
  });

  it('are told where some are impossible', () => {
    const odds = temperedOdds(answers.slice(0, 1), { continuations: [[0, 3]], scores: [[-Infinity, 0]] }, 0.5);
    expect(odds.answers[0]).toMatchObject({ share: 0, probability: 0 });
    expect(odds.outside).toBe(1);
  });
});
