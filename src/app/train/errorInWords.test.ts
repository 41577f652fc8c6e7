import { expect, it } from 'vitest';
import { trainProblemKinds } from '../../platform/web/testing.ts';
import { TrainError, trainProblem } from '../../platform/web/trainProblem.ts';
import { tables } from '../strings/index.ts';
import { en, type TrainStrings } from './strings/en.ts';
import { ja } from './strings/ja.ts';
import { trainErrorInWords } from './errorInWords.ts';

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

it.each(trainProblemKinds)('The problem %s has words of its own in each language, with its values in them', (kind) => {
  const values = { iteration: 17, run: 'LaMer 4', step: 23, rate: 0.05 };
  const problem = trainProblem.parse({ kind, ...values });
  const [english, other] = ([['en', en], ['ja', ja]] as const).map(([language, strings]: readonly ['en' | 'ja', TrainStrings]) => trainErrorInWords(new TrainError(problem, 'as the program says'), tables[language], strings));
  expect(english.words).not.toMatch(japanese);
  expect(other.words).toMatch(japanese);
  for (const { words, details } of [english, other]) {
    expect(details).toBe('as the program says');
    expect(words).toMatch(/[.。]$/);
    for (const value of Object.values(values).filter((each) => Object.values(problem).includes(each))) expect(words).toContain(String(value));
  }
});

it('What is nobody’s problem is told as anywhere else in the page', () => {
  const broken = new TrainError({ kind: 'unknown' }, 'e is undefined');
  expect(trainErrorInWords(broken, tables.ja, ja)).toEqual({ words: tables.ja.problem.unknown, details: 'e is undefined' });
  const gone = new TrainError({ kind: 'unknown' }, 'Failed to fetch dynamically imported module: x.js');
  expect(trainErrorInWords(gone, tables.ja, ja)).toEqual({ words: tables.ja.problem.noCode, details: null });
  expect(trainErrorInWords(new TypeError('x'), tables.en, en)).toEqual({ words: tables.en.problem.unknown, details: 'x' });
});
