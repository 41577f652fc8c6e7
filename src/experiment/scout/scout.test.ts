import { describe, expect, it } from 'vitest';
import { parts } from '../../learning/sequences.ts';
import { loadModel } from '../../policy/files/model.ts';
import { flatLayout, initialParameters, weightsOf } from '../../learning/flat.ts';
import { population } from '../../trial/teachers/population.ts';
import { playAll } from '../../trial/scheduler.ts';
import { contexts } from '../../trial/testing.ts';
import { splitOf, trainTask } from '../tasks.ts';
import { corpusRecipe, corpusShard, skillRecipe } from './corpus.ts';
import { scoutBeginning, scoutChat, scoutConfig, scoutFile, scoutTokenizer } from './model.ts';
import { scoutVocabulary, tokenType } from './vocabulary.ts';

const chat = scoutChat();

describe('the vocabulary', () => {
  it('has at most 512 different tokens', () => {
    const texts = scoutVocabulary().map((token) => token.text);
    expect(texts.length).toBeLessThanOrEqual(512);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('reads each of its words as that word, also next to another', () => {
    scoutVocabulary().forEach(({ text, type }, id) => {
      if (type !== tokenType.userDefined) return;
      expect(text).toMatch(/^[ \n<]/);
      expect(chat.encode(text)).toEqual([id]);
      expect(chat.encode(` mine${text}`).at(-1)).toBe(id);
    });
  });

  it('names a cell in one token on boards up to 8×8, in two beyond', () => {
    expect(chat.encode(' (0, 0)')).toHaveLength(1);
    expect(chat.encode(' mine (8, 8) blank (3, 8)')).toHaveLength(4);
    expect(chat.encode(' (9, 1) (10, 10)')).toHaveLength(4);
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
      const own = (mark: number): boolean => parts[mark] === 'response' || parts[mark] === 'heeding';
      expect(marks[0]).toBe(parts.indexOf('opening'));
      for (let i = 0; i < ids.length; i++) {
        const last = own(marks[i]) && (i + 1 === ids.length || !own(marks[i + 1]));
        if (last) expect(ids[i]).toBe(end);
        if (ids[i] === end) expect(own(marks[i])).toBe(true);
      }
    }
  });

  it('marks what follows a warning, in a thought and in a note', () => {
    const warnings = [' not', ' locked'].map((word) => chat.encode(word)[0]);
    const seen: number[] = [];
    for (const { ids, parts: marks } of corpusShard(small, 1, chat)) {
      for (let i = 1; i < ids.length; i++) {
        const begins = parts[marks[i]] === 'heeding' && parts[marks[i - 1]] !== 'heeding';
        if (begins) expect(warnings).toContain(ids[i - 1]);
        if (begins) seen.push(ids[i - 1]);
      }
    }
    for (const warning of warnings) expect(seen.filter((id) => id === warning).length).toBeGreaterThan(3);
  });

  it('uses train tasks alone', () => {
    for (let n = 0; n < 50; n++) expect(splitOf(trainTask('minesweeper', { mines: 5, turns: 12 }, n))).toBe('train');
  });

  it('teaches skill first and the mixture last', () => {
    expect(skillRecipe.teachers.sokoban.first.perfect).toBeGreaterThan(corpusRecipe.teachers.sokoban.first.perfect);
  });
});

describe('the model file', () => {
  it('begins with cells that are the sum of their row and their column, and with nothing else changed', () => {
    const layout = flatLayout(scoutConfig());
    const [plain, begun] = [initialParameters(layout, 4), scoutBeginning(layout, 4)];
    const embedding = (of: Float32Array, text: string): number[] => {
      const id = scoutVocabulary().findIndex((token) => token.text === text);
      const { data, dims } = weightsOf(layout, of).tensors.get('model.embed_tokens.weight') ?? { data: of, dims: [] };
      return [...data.subarray(id * dims[1], (id + 1) * dims[1])];
    };
    const [row, column] = [embedding(plain, ' (3,'), embedding(plain, ' 8)')];
    expect(embedding(begun, ' (3, 8)')).toEqual(row.map((value, i) => Math.fround(value + column[i])));
    expect(plain.filter((value, i) => value !== begun[i])).toHaveLength(81 * scoutConfig().hidden);
  });

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
