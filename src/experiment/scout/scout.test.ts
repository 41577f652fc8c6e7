import { describe, expect, it } from 'vitest';
import { parts } from '../../learning/sequences.ts';
import { loadModel } from '../../policy/files/model.ts';
import { flatLayout, initialParameters, weightsOf } from '../../learning/flat.ts';
import { population } from '../../trial/teachers/population.ts';
import { playAll } from '../../trial/scheduler.ts';
import { contexts } from '../../trial/fold.ts';
import { splitOf, trainTask } from '../tasks.ts';
import { corpusRecipe, corpusShard, skillRecipe } from './corpus.ts';
import { scoutChat, scoutConfig, scoutFile, scoutTokenizer } from './model.ts';
import { scoutVocabulary, tokenType } from './vocabulary.ts';

const chat = scoutChat();

describe('the vocabulary', () => {
  it('has at most 512 different tokens', () => {
    const texts = scoutVocabulary().map((token) => token.text);
    expect(texts.length).toBeLessThanOrEqual(512);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('has words that can not be confused: each starts with a space, a line break or a bracket', () => {
    for (const { text, type } of scoutVocabulary()) {
      if (type !== tokenType.userDefined) continue;
      expect(text).toMatch(/^(?: [^ \n]+|\n\d+:|\nRow \d+:|<\/?[a-z]+>)$/u);
    }
  });

  it('writes any text, by bytes where it has no word', () => {
    for (const text of ['plain words', ' mines minesweeper mine', 'größer 大きい 🙂', '\u0000\n\t', '<|user|>']) {
      expect(chat.decode(chat.encode(text))).toBe(text);
    }
  });

  it('has one token for each word, cell, label and coordinate of a prompt, and none is left to bytes', () => {
    for (const world of ['sokoban', 'minesweeper'] as const) {
      const task = trainTask(world, {}, 3);
      const trials = [0, 1, 2].map((trial) => ({ task, config: { episodes: 3, memory: 'both' as const }, style: 'brief' as const, seed: 1, trial }));
      for (const records of playAll(trials, population(world))) {
        for (const { context } of contexts(records)) {
          for (const { content } of context.messages) {
            const bytes = chat.encode(content).filter((id) => scoutTokenizer().kinds[id] === tokenType.normal);
            expect(chat.decode(bytes).replaceAll(',', '')).toBe('');
          }
        }
      }
    }
  });
});

describe('the corpus', () => {
  const small = { ...corpusRecipe, trialsPerShard: 24, trialsPerTask: 4 };

  it('is a function of the recipe and the number of the shard', () => {
    expect(corpusShard(small, 5, chat)).toEqual(corpusShard(small, 5, chat));
    expect(corpusShard(small, 6, chat)).not.toEqual(corpusShard(small, 5, chat));
  });

  it('marks what the policy writes, and every reply ends with the end token', () => {
    const end = chat.endIds[0];
    for (const { ids, parts: marks } of corpusShard(small, 1, chat)) {
      const response = parts.indexOf('response');
      expect(marks[0]).toBe(parts.indexOf('opening'));
      for (let i = 0; i < ids.length; i++) {
        const last = marks[i] === response && (i + 1 === ids.length || marks[i + 1] !== response);
        if (last) expect(ids[i]).toBe(end);
        if (ids[i] === end) expect(marks[i]).toBe(response);
      }
    }
  });

  it('uses train tasks alone', () => {
    for (let n = 0; n < 50; n++) expect(splitOf(trainTask('minesweeper', { mines: 5, turns: 12 }, n))).toBe('train');
  });

  it('teaches skill first and the mixture last', () => {
    expect(skillRecipe.teachers.sokoban.first.perfect).toBeGreaterThan(corpusRecipe.teachers.sokoban.first.perfect);
  });
});

describe('the model file', () => {
  it('is between one and two million parameters, at most 4 MB, and reads back as it was written but for 8 bits', async () => {
    const layout = flatLayout(scoutConfig());
    expect(layout.length).toBeGreaterThan(1e6);
    expect(layout.length).toBeLessThan(2e6);
    const weights = weightsOf(layout, initialParameters(layout, 1));
    const bytes = scoutFile(weights);
    expect(bytes.length).toBeLessThan(4e6);
    const back = await loadModel(bytes);
    expect(back.config).toEqual(scoutConfig());
    expect(back.metadata.get('fieldnotes.prompt')?.value).toBe('brief');
    for (const [name, { data }] of weights.tensors) {
      const found = back.weights.tensors.get(name)?.data ?? new Float32Array();
      let worst = 0;
      for (let i = 0; i < data.length; i++) worst = Math.max(worst, Math.abs(data[i] - found[i]));
      expect(worst).toBeLessThan(0.001);
    }
  });
});
