import { describe, expect, it } from 'vitest';
import { differences, leaves, parseConfig, valueAt, withValues } from './config.ts';
import { checkRequest } from '../policy/engine/request.ts';
import { methodHelp, methods, preset } from './methods.ts';

describe('the configuration', () => {
  it('has for every setting a default within its range and a line of help', () => {
    const config = parseConfig();
    expect(leaves.length).toBeGreaterThan(30);
    for (const leaf of leaves) {
      expect(leaf.help, leaf.path).toMatch(/\.$/);
      expect(valueAt(config, leaf.path), leaf.path).toEqual(leaf.default);
      if (leaf.kind === 'choice') expect(leaf.options).toContain(leaf.default);
      if (leaf.kind === 'whole' || leaf.kind === 'real') {
        expect(leaf.default).toBeGreaterThanOrEqual(leaf.min);
        expect(leaf.default).toBeLessThanOrEqual(leaf.max);
        expect(Number.isFinite(leaf.max), leaf.path).toBe(true);
      }
    }
    expect(leaves.find((leaf) => leaf.path === 'optimizer.rate')).toMatchObject({ kind: 'real', scale: 'log' });
    expect(leaves.find((leaf) => leaf.path === 'trial.episodes')).toMatchObject({ kind: 'whole', min: 1, max: 8 });
  });

  it('says which setting is wrong, with its value and what to give', () => {
    expect(() => parseConfig({ credit: { gammaTraj: 2 } })).toThrow('credit.gammaTraj is 2; it must be a number from 0 to 1.');
    expect(() => parseConfig({ trial: { memory: 'all' } })).toThrow('trial.memory is "all"; choose one of none, reflection');
    expect(() => parseConfig({ trial: { tries: 3 } })).toThrow('There is no setting trial.tries.');
    expect(() => parseConfig({ world: 'sokoban', settings: { mines: 4 } })).toThrow(/mines/);
    expect(() => parseConfig(7)).toThrow(/configuration is 7/);
  });

  it('accepts only sampling that a policy can do, as the flags of trials do', () => {
    const request = { id: 'r', prompt: [1], maxTokens: 1, stopIds: [], stopStrings: [], draw: { seed: 1, trial: 0, episode: 0, turn: 0 }, top: 0 };
    for (const name of ['temperature', 'topP', 'topK'] as const) {
      const leaf = leaves.find(({ path }) => path === `evaluation.${name}`);
      for (const value of leaf && 'min' in leaf ? [leaf.min, leaf.max] : []) {
        const { temperature, topP, topK } = withValues(parseConfig(), [[`evaluation.${name}`, value]]).evaluation;
        expect(() => checkRequest({ ...request, sampling: { temperature, topP, topK } }, { context: 8, vocabulary: 8 }), `${name} ${value}`).not.toThrow();
      }
    }
    expect(() => withValues(parseConfig(), [['evaluation.topP', '0']])).toThrow('evaluation.topP is 0; it must be a number from 0.000001 to 1.');
  });

  it('takes text for numbers and lists, and refuses what is out of range', () => {
    const config = withValues(parseConfig(), [['optimizer.rate', '3e-4'], ['adapter.targets', 'q_proj,v_proj'], ['settings.mines', '5'], ['trial.memory', 'both']]);
    expect(config.optimizer.rate).toBe(3e-4);
    expect(config.adapter.targets).toEqual(['q_proj', 'v_proj']);
    expect(config.settings).toEqual({ mines: 5 });
    expect(withValues(config, [['settings.mines', 3]]).settings).toEqual({});
    expect(withValues(config, [['settings.mines', undefined]]).settings).toEqual({});
    expect(() => withValues(config, [['optimizer.rate', 'fast']])).toThrow('optimizer.rate is "fast"');
    expect(() => withValues(config, [['trial.episodes', '2.5']])).toThrow('trial.episodes is 2.5; it must be a whole number');
    for (const path of ['trial', 'trial.tries', 'constructor', 'trial.episodes.x', '__proto__.x']) expect(() => withValues(config, [[path, 1]])).toThrow(/no setting/);
  });

  it('shows what is no number as it was given', () => {
    for (const text of ['Infinity', '-Infinity', '1e999', 'NaN', '0x']) {
      expect(() => withValues(parseConfig(), [['optimizer.rate', text]])).toThrow(`optimizer.rate is "${text}"; it must be a number from`);
      expect(() => withValues(parseConfig(), [['trial.episodes', text]])).toThrow(`trial.episodes is "${text}"; it must be a whole number from`);
    }
    for (const value of [Infinity, -Infinity, NaN]) expect(() => withValues(parseConfig(), [['optimizer.rate', value]])).toThrow(`optimizer.rate is ${value}; it must be a number from`);
  });

  it('refuses every name that is none, whatever objects inherit', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'tries']) {
      expect(() => withValues(parseConfig(), [[`settings.${name}`, '1']])).toThrow(`There is no setting "${name}"; there are size, mines`);
      expect(() => parseConfig(JSON.parse(`{"settings": {"${name}": 1}}`))).toThrow(`There is no setting "${name}"; there are size, mines`);
      for (const section of new Set(leaves.map((leaf) => leaf.section))) {
        expect(() => withValues(parseConfig(), [[`${section}.${name}`, '1']])).toThrow(`There is no setting ${section}.${name}.`);
        expect(() => parseConfig(JSON.parse(`{"${section}": {"${name}": 1}}`))).toThrow(`There is no setting ${section}.${name}.`);
      }
      expect(() => parseConfig(JSON.parse(`{"${name}": 1}`))).toThrow(`There is no setting ${name}.`);
    }
  });

  it('is one configuration however a choice of several is spelled', () => {
    const several = leaves.filter((leaf) => leaf.kind === 'several');
    expect(several.length).toBeGreaterThan(0);
    for (const { path, options } of several) {
      const plain = withValues(parseConfig(), [[path, options.slice(0, 3)]]);
      for (const text of [[...options.slice(0, 3)].reverse().join(','), `${options.slice(0, 3).join(',')},${options[1]}`]) {
        expect(JSON.stringify(withValues(parseConfig(), [[path, text]]))).toBe(JSON.stringify(plain));
      }
      expect(() => withValues(parseConfig(), [[path, '']])).toThrow(path);
    }
  });

  it('goes from one configuration to another by the differences between them', () => {
    const from = preset('grpo', 'sokoban', { boxes: 3 });
    const to = preset('lamer', 'minesweeper', { mines: 5, turns: 12 });
    const changes = differences(from, to);
    const back = changes.map(({ path, to: value }) => {
      const known = typeof value === 'string' || typeof value === 'number' || Array.isArray(value) ? value : undefined;
      return [path, known] as const;
    });
    expect(withValues(from, back)).toEqual(to);
    expect(differences(to, to)).toEqual([]);
  });
});

describe('methods', () => {
  it.each(methods)('%s has a line of help and is a point of the tree', (method) => {
    expect(methodHelp(method)).toMatch(/\.$/);
    expect(parseConfig(preset(method))).toEqual(preset(method));
  });

  it('train on as many episodes and are evaluated with as many tries', () => {
    const trained = methods.map((method) => preset(method)).filter((config) => config.schedule.iterations > 0);
    expect(new Set(trained.map(({ trial, rollout }) => trial.episodes * rollout.group * rollout.tasks)).size).toBe(1);
    expect(new Set(methods.map((method) => preset(method).evaluation.episodes)).size).toBe(1);
  });

  it('differ in what their names say: LaMer without credit across episodes is one change away', () => {
    const lamer = preset('lamer', 'sokoban');
    const contrast = withValues(lamer, [['credit.gammaTraj', 0]]);
    expect(differences(lamer, contrast)).toEqual([{ path: 'credit.gammaTraj', from: 0.6, to: 0 }]);
    expect(differences(preset('reflexion', 'sokoban'), lamer).map(({ path }) => path)).toEqual(['schedule.iterations']);
    expect(preset('lamer', 'minesweeper').credit.gammaTraj).toBe(0.9);
  });
});
