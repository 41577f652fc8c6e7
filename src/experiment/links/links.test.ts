import { readFileSync } from 'node:fs';
import { deflateSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { beforeTurn, withNote } from '../../trial/branch.ts';
import { fold } from '../../trial/fold.ts';
import { parseRecord, type TrialRecord } from '../../trial/records.ts';
import { makeTask, rows, type Task } from '../../worlds/index.ts';
import { hash32 } from '../../worlds/random.ts';
import { taskFromXsb, world as sokoban } from '../../worlds/sokoban/index.ts';
import { crc32 } from '../transfer/crc32.ts';
import { hasLink, meansLink } from './address.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { describeLink } from './describe.ts';
import { LinkError } from './error.ts';
import { decodeLink, encodeLink, longestLink, pack, unpack } from './link.ts';
import { drawn, essence, half, manyTrials, reseeded, scripted, trialOf, wanderer } from './testing.ts';

const markup = '<script>alert(1)</script> <img src=x onerror=alert(1)> & “two” boxes 🎯 \u202e\n[x](javascript:1)';

const trials = manyTrials(24);
/** one with a few turns before the first episode ends */
const longer = trials.filter((records) => fold(records).episodes[0].turns.length > 2)[0];
/** one with a note that was asked for, and turns after it */
const noted = trials.filter((records) => fold(records).episodes.length > 1 && fold(records).episodes[0].reflection !== null)[0];

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof LinkError) return error.problem;
    throw error;
  }
  return 'none thrown';
}

/** Milliseconds of work: what else the machine does is no concern of a link's. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('a link', () => {
  it('brings back task, boards, actions, ends and notes of any trial, however far it has come', () => {
    for (const records of trials) {
      const cut = records.slice(0, 1 + (hash32('cut', records.length) % records.length));
      for (const list of [records, cut]) expect(essence(decodeLink(encodeLink(list)).records)).toEqual(essence(list));
    }
  });

  it('is the same for the same content', () => {
    for (const records of trials) {
      const options = { moment: { episode: 0, turn: 1, beat: 'act' }, hidden: ['seed', 'memory', 'seed'], lesson: '{"steps":[]}' } as const;
      for (const thoughts of [false, true]) {
        const link = encodeLink(records, { ...options, thoughts });
        const { records: read, moment, hidden, lesson } = decodeLink(link);
        expect(hidden).toEqual(['memory', 'seed']);
        expect(encodeLink(read, { thoughts, moment: moment ?? undefined, hidden, lesson: lesson ?? undefined })).toBe(link);
      }
    }
  });

  it('holds a trial of three episodes of 21 moves and two notes of 200 characters in less than 1,000 characters', () => {
    const notes = [
      'The box at row 3, column 2 got stuck in the corner after I pushed it left twice. Next time walk around it first, push it up from below, and only then bring the other box down to the lower target, okay',
      'Pushing the upper box right blocks the only way to the second target, so do that last. Start with the lower box: down, left, left, then up. Keep column 4 all free, because I need to pass there to turn',
    ];
    const task = makeTask('sokoban', {}, 8);
    const records = trialOf(task, wanderer(notes));
    const view = fold(records);
    expect(view.episodes.map(({ turns }) => turns.reduce((sum, turn) => sum + turn.acted.actions.length, 0))).toEqual([21, 21, 21]);
    expect(view.episodes.flatMap(({ note }) => (note && note.text !== '' ? [note.text.length] : []))).toEqual([200, 200]);
    const link = encodeLink(records);
    expect(link.length).toBeLessThan(1000);
    expect(link).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
  });

  it('keeps answers whole only when asked to', () => {
    const records = trialOf(makeTask('minesweeper', {}, 5), scripted(['I think so. <action>(1, 1)</action>', 'no idea', '<action>(9, 9)</action>']));
    const texts = (list: readonly TrialRecord[]): string[] => list.flatMap((record) => (record.type === 'responded' ? [record.text] : []));
    expect(texts(decodeLink(encodeLink(records, { thoughts: true })).records)).toEqual(texts(records));
    const without = decodeLink(encodeLink(records));
    expect(without.thoughts).toBe(false);
    expect(without.tokens).toBe(false);
    expect(texts(without.records).slice(0, 3)).toEqual(['<action> (1, 1)</action>', '', '<action> (9, 9)</action>']);
  });

  it('marks the answers that it has left out, so that passing it on says no more than it did: the same link, byte for byte', () => {
    for (const records of [...trials, reseeded(noted)]) {
      const link = encodeLink(records);
      const read = decodeLink(link).records;
      expect(read.every((record) => record.type !== 'responded' || record.left === 'thought')).toBe(true);
      for (const thoughts of [false, true]) expect(encodeLink(read, { thoughts })).toBe(link);
      const whole = decodeLink(encodeLink(records, { thoughts: true })).records;
      expect(whole.every((record) => record.type !== 'responded' || record.left === undefined)).toBe(true);
      expect(read.map(parseRecord)).toEqual(read);
    }
  });

  it('tells answers that were left out from those that are there, in a trial that was gone on with', () => {
    const said = (list: readonly TrialRecord[]): unknown[] => list.flatMap((record) => (record.type === 'responded' ? [{ text: record.text, left: record.left }] : []));
    for (const records of [...trials.slice(0, 12), noted].map(half)) {
      const answers = records.filter((record) => record.type === 'responded');
      const bare = answers.filter(({ left }) => left !== undefined).length;
      const link = encodeLink(records, { thoughts: true });
      expect(said(decodeLink(link).records)).toEqual(said(records));
      expect(encodeLink(decodeLink(link).records, { thoughts: true })).toBe(link);
      expect(describeLink(link)).toMatchObject({ left: bare, thoughts: answers.reduce((sum, { text, left }) => (left ? sum : sum + text.length), 0) });
    }
    const payload = [...unpack(encodeLink(half(noted), { thoughts: true }))];
    const count = said(half(noted)).filter((each) => JSON.stringify(each).includes('"thought"')).length;
    const body = payload.slice(0, payload.length - 2 - 2 * count);
    expect(payload.slice(body.length, body.length + 4)).toEqual([7, count, 0, 0]);
    // none, twice the same, one that is there, and where no answer is there whole
    const last = payload.slice(-2);
    for (const odd of [[7, 0], [7, 2, 0, 0, 0, 0], [7, 1, last[0], last[1] + 1]]) expect(problemOf(() => decodeLink(pack(Uint8Array.of(...body, ...odd))))).toBe('content');
    expect(problemOf(() => decodeLink(pack(Uint8Array.of(...unpack(encodeLink(noted)), 7, 1, 0, 0))))).toBe('content');
  });

  it('does not say that the policy wrote what a person has put in its note’s place', () => {
    const { records } = decodeLink(encodeLink(withNote(noted, 0, 'mine in the corner')));
    const [reply] = records.flatMap((record) => (record.type === 'responded' && record.purpose === 'reflect' ? [record] : []));
    expect(reply).toMatchObject({ text: '', left: 'thought' });
  });

  it('carries notes of persons and notes with markup as plain text', () => {
    const lost = trials.find((records) => fold(records).episodes.length > 1) ?? [];
    const { records } = decodeLink(encodeLink(withNote(lost, 0, markup)));
    expect(fold(records).episodes[0].note).toEqual({ type: 'reflectionWritten', author: 'person', text: markup, valid: true, shortened: false });
  });

  it('keeps a memory mode that a branch has changed on the way', () => {
    const lost = trials.find((records) => fold(records).episodes.length > 1) ?? [];
    const changed = lost.map((record): TrialRecord => (record.type === 'episodeStarted' && record.episode === 1 ? { ...record, memory: 'history' } : record));
    const before = fold(lost).start.config.memory;
    expect(before).not.toBe('history');
    const link = encodeLink(changed);
    expect(fold(decodeLink(link).records).episodes.map(({ memory }) => memory).slice(0, 2)).toEqual([before, 'history']);
    expect(encodeLink(decodeLink(link).records)).toBe(link);
    const memories = unpack(link).slice(-4);
    expect([...memories.slice(0, 3)]).toEqual([4, 1, 1]);
    // a change to what it is already, and one of an episode that is not there
    expect(problemOf(() => decodeLink(pack(Uint8Array.of(...unpack(link).slice(0, -1), ['none', 'reflection', 'history', 'both'].indexOf(before)))))).toBe('content');
    expect(problemOf(() => decodeLink(pack(Uint8Array.of(...unpack(link).slice(0, -2), 7, 2))))).toBe('content');
  });

  it('keeps another sampling seed that a branch has gone on with: for a note alone, or from a turn on', () => {
    const records = reseeded(noted);
    const { episodes, seed } = fold(records);
    expect(seed).toBe(78);
    const link = encodeLink(records);
    expect(essence(decodeLink(link).records)).toEqual(essence(records));
    expect(fold(decodeLink(link).records).seed).toBe(78);
    expect(encodeLink(decodeLink(link).records)).toBe(link);
    const last = episodes[episodes.length - 1].turns.length - 1;
    expect(describeLink(link).seeds).toEqual([
      { episode: 0, turn: episodes[0].turns.length, seed: 77 },
      { episode: 1, turn: 0, seed: fold(noted).start.seed },
      { episode: episodes.length - 1, turn: last, seed: 78 },
    ]);
    // what says nothing new is no change, and what is none costs nothing
    const idle = noted.map((record): TrialRecord => (record.type === 'responded' ? { ...record, seed: fold(noted).start.seed } : record));
    expect(encodeLink(idle)).toBe(encodeLink(noted));
    const tail = [...unpack(link).slice(0, -4)];
    for (const odd of [[7, 0, 0, 5], [episodes.length - 1, last + 2, 0, 5], [0, 0, 0, 5], [episodes.length - 1, last, 1, 0]]) {
      expect(problemOf(() => decodeLink(pack(Uint8Array.of(...tail, ...odd))))).toBe('content');
    }
  });

  it('keeps that a level is a person’s own', () => {
    for (const records of trials.slice(0, 2)) {
      const link = encodeLink(drawn(records));
      expect(fold(decodeLink(link).records).start.task.own).toBe(true);
      expect(encodeLink(decodeLink(link).records)).toBe(link);
      expect(unpack(link)).toHaveLength(unpack(encodeLink(records)).length + 1);
      expect(fold(decodeLink(encodeLink(records)).records).start.task.own).toBeUndefined();
    }
  });

  describe('has a place for every part of a record', () => {
    type Fate = 'travels' | 'with thoughts' | 'made again' | 'left out';
    /** A new part of a record has to be given a place here before it compiles. */
    const fates = {
      trialStarted: { type: 'travels', version: 'travels', task: 'travels', config: 'travels', style: 'travels', seed: 'travels', trial: 'travels', sampling: 'travels' },
      episodeStarted: { type: 'travels', episode: 'travels', memory: 'travels' },
      responded: {
        type: 'travels', purpose: 'travels', policy: 'travels', seed: 'travels', text: 'with thoughts', left: 'travels', prompt: 'made again', template: 'made again',
        ids: 'left out', forced: 'left out', logprobs: 'left out', pieces: 'left out', alternatives: 'left out', finish: 'left out',
      },
      acted: { type: 'travels', valid: 'travels', actions: 'travels', reward: 'travels', rows: 'travels', end: 'travels' },
      episodeEnded: { type: 'travels', end: 'travels' },
      reflectionWritten: { type: 'travels', author: 'travels', text: 'travels', valid: 'travels', shortened: 'travels' },
      trialEnded: { type: 'travels', won: 'travels' },
    } satisfies { [K in TrialRecord['type']]: Record<keyof Extract<TrialRecord, { type: K }>, Fate> };

    const full = half(drawn(reseeded(noted))).map((record): TrialRecord => {
      if (record.type === 'episodeStarted' && record.episode === 1) return { ...record, memory: 'both' };
      if (record.type !== 'responded') return record;
      return { ...record, ids: [1, 2], forced: 1, logprobs: [0, -1], pieces: ['a', 'b'], alternatives: [[], []], finish: 'length' };
    });
    const read = decodeLink(encodeLink(full, { thoughts: true })).records;

    it.each(Object.entries(fates))('%s', (type, parts) => {
      const [before, after] = [full, read].map((records) => records.filter((record) => record.type === type).map((record) => new Map<string, unknown>(Object.entries(record))));
      expect(before.length).toBeGreaterThan(0);
      expect(after).toHaveLength(before.length);
      for (const [index, record] of before.entries()) {
        for (const [part, fate] of Object.entries(parts)) {
          const [was, is] = [record.get(part), after[index].get(part)];
          if (fate === 'left out') expect(JSON.stringify(is ?? [])).toMatch(/^(\[\]|"stop")$/);
          else if (fate === 'made again') expect(is).toBeDefined();
          else expect(is).toEqual(was);
        }
      }
    });
  });

  it('can be played on from: prompts are there in words', () => {
    const records = longer;
    const prefix = beforeTurn(decodeLink(encodeLink(records)).records, 0, 2);
    const read = prefix.flatMap((record) => (record.type === 'responded' ? record.prompt.messages.map((message) => message.content) : []));
    const original = records.flatMap((record) => (record.type === 'responded' ? record.prompt.messages.map((message) => message.content) : []));
    expect(read).toEqual(original.slice(0, read.length));
  });

  it('takes the loss of a level from the record and asks for no proof', () => {
    const cornered = taskFromXsb(['#######', '#  .  #', '# $@  #', '#     #', '#######'], sokoban.parseConfig({}));
    const records = trialOf(cornered, scripted(['<action>left</action>', '<action>down</action>', '<action>right</action>']));
    expect(fold(records).episodes[0].end).toBe('dead');
    expect(essence(decodeLink(encodeLink(records)).records)).toEqual(essence(records));
  });

  it('opens from an address, its fragment, and a mail that broke the line', () => {
    const link = encodeLink(trials[0]);
    const expected = decodeLink(link);
    for (const text of [`#${link}`, `https://example.org/play/?x=1#${link}`, ` ${link.slice(0, 60)}\r\n${link.slice(60)} `]) expect(decodeLink(text)).toEqual(expected);
    expect([hasLink(`https://example.org/#${link}`), hasLink('https://example.org/#about'), hasLink('')]).toEqual([true, false, false]);
  });

  it('opens at an exact moment, and refuses one that the trial has not', () => {
    const records = longer;
    const moment = { episode: 0, turn: 2, beat: 'reward' } as const;
    expect(decodeLink(encodeLink(records, { moment })).moment).toEqual(moment);
    expect(decodeLink(encodeLink(records)).moment).toBeNull();
    expect(() => encodeLink(records, { moment: { ...moment, turn: 51 } })).toThrow('The link would open at turn 51 of episode 1, which the trial has not.');
    expect(() => encodeLink(records, { moment: { ...moment, episode: 8 } })).toThrow(/episode 9/);
    expect(() => encodeLink(records, { hidden: ['<b>'] })).toThrow('"<b>" is no name of a control');
  });

  it('says what is in it', () => {
    const records = trialOf(makeTask('minesweeper', { mines: 4 }, 5), scripted(['x <action>(1, 1)</action>', '', 'Well. <remark>avoid the corner</remark>']), { episodes: 2 });
    const link = encodeLink(records, { hidden: ['seed'], lesson: '12345' });
    const contents = describeLink(`https://example.org/#${link}`);
    expect(contents).toMatchObject({ characters: link.length, memory: 'reflection', mostEpisodes: 2, policies: ['script'], thoughts: 0, tokens: false, moment: null, hidden: ['seed'], lesson: 5 });
    expect(contents.episodes).toEqual(fold(records).episodes.map(({ turns, end, note }) => ({ turns: turns.length, end, note: note && { author: note.author, text: note.text } })));
    expect(describeLink(encodeLink(records, { thoughts: true })).thoughts).toBeGreaterThan(20);
  });
});

describe('a link that is not right', () => {
  const good = encodeLink(trials[0]);

  it('is told from others by its problem, with a sentence that says what to do', () => {
    expect(problemOf(() => decodeLink('https://example.org/'))).toBe('none');
    expect(problemOf(() => decodeLink('v2.AAAA'))).toBe('version');
    expect(problemOf(() => decodeLink(good.slice(0, -1)))).toBe('damaged');
    expect(problemOf(() => decodeLink(`${good}A`))).toBe('damaged');
    expect(problemOf(() => decodeLink(`v1.${'A'.repeat(longestLink * 2)}`))).toBe('tooLong');
    for (const lost of [good.slice(3), good.slice(0, 2), good.slice(0, 3), good.toUpperCase(), good.replace('1', '0'), good.replace('1', '9'.repeat(20)), '<script>alert(1)</script>', 'v1']) {
      expect(problemOf(() => decodeLink(`#${lost}`))).toBe('damaged');
      expect(meansLink(`#${lost}`)).toBe(true);
    }
    for (const place of ['', '#', '#stage', '#train-runs']) expect(meansLink(place)).toBe(false);
    expect(() => decodeLink('#v7.xyz')).toThrow('The link has version 7; this page reads version 1. Reload the page to get its newest version.');
  });

  it('can not blow up: a link that unpacks to too much is refused at once', () => {
    const compressed = deflateSync(new Uint8Array(20 * 2 ** 20), { level: 9 });
    const bytes = new Uint8Array(4 + compressed.length);
    bytes.set(compressed, 4);
    new DataView(bytes.buffer).setUint32(0, crc32(compressed));
    const bomb = `v1.${toBase64(bytes)}`;
    expect(bomb.length).toBeLessThan(longestLink);
    const before = spent();
    expect(problemOf(() => decodeLink(bomb))).toBe('tooLong');
    expect(spent() - before).toBeLessThan(3000);
  });

  it('is refused when its moves do not lead where it says', () => {
    const change = (task: Task, change: (payload: Uint8Array) => void): string => {
      const payload = unpack(encodeLink(trialOf(task, scripted(['<action>(1, 1)</action>']), { episodes: 1 })));
      change(payload);
      return problemOf(() => decodeLink(pack(payload)));
    };
    const task = makeTask('minesweeper', {}, 5);
    expect(change(task, () => undefined)).toBe('none thrown');
    const start = [...unpack(encodeLink([trialOf(task, scripted([]))[0]]))].length;
    const ends = [0, 1, 2, 3].map((end) => change(task, (payload) => {
      const at = payload.findIndex((byte, index) => index >= start && byte === 3 && payload[index + 1] === 7);
      payload[at] = end;
    }));
    expect(ends.filter((problem) => problem === 'none thrown')).toHaveLength(1);
    expect(new Set(ends)).toEqual(new Set(['content', 'none thrown']));
  });

  it('does not freeze the page: the largest crowded level and the longest trial open in a moment', () => {
    const inside = Array.from({ length: 18 }, (_, row) => `#${' $'.repeat(9)}#`.replace(/ \$/g, row % 2 === 0 ? ' $' : ' .'));
    inside[0] = inside[0].replace(' ', '@');
    const level = ['#'.repeat(20), ...inside, '#'.repeat(20)];
    const task = taskFromXsb(level, sokoban.parseConfig({ turns: 50, movesPerTurn: 10 }));
    const walk = '<action>down, up, down, up, down, up, down, up, down, up</action>';
    const episode: TrialRecord[] = Array.from({ length: 50 }, (_, turn): TrialRecord[] => [
      { type: 'responded', purpose: 'play', prompt: { fresh: turn === 0, messages: [], ids: [] }, text: walk, ids: [], logprobs: [], finish: 'stop', policy: 'x', template: 'x' },
      { type: 'acted', valid: true, actions: Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 'down' : 'up')), reward: 0, rows: [], end: turn === 49 ? 'turns' : null },
    ]).flat();
    const start = { ...trialOf(task, scripted([]), { episodes: 8 }, 1)[0] };
    const records: TrialRecord[] = [start, ...Array.from({ length: 8 }, (_, index): TrialRecord[] => [{ type: 'episodeStarted', episode: index }, ...episode, { type: 'episodeEnded', end: 'turns' }]).flat()];
    const link = encodeLink(records);
    const before = spent();
    expect(fold(decodeLink(link).records).episodes).toHaveLength(8);
    expect(spent() - before).toBeLessThan(3000);
  });
});

describe('mutated links', () => {
  const slow = import.meta.env.MODE === 'slow';
  const rounds = slow ? 100_000 : 1_000;
  const lesson = JSON.stringify({ version: 1, title: markup, steps: [{ text: markup, act: 'run', point: 'run' }] });
  /** All by which something could be loaded or run. */
  const ways = ['fetch', 'Worker', 'XMLHttpRequest', 'WebSocket', 'eval', 'setTimeout', 'queueMicrotask'] as const;
  const used: string[] = [];

  beforeAll(() => {
    for (const name of ways) vi.stubGlobal(name, () => used.push(name));
  });

  afterAll(() => vi.unstubAllGlobals());
  const links = [...trials.slice(0, 12), reseeded(noted), drawn(longer), half(noted)].flatMap((records) => [encodeLink(records), encodeLink(records, { thoughts: true, moment: { episode: 0, turn: 0, beat: 'think' }, hidden: ['a', 'b'], lesson })]);
  const characters = 'ABCXYZabcxyz0189-_.#%= é<';

  /** A change somewhere: another item, one less, one more, a piece twice, the rest gone. */
  function mutate<T>(items: readonly T[], seed: number, other: (n: number) => T): T[] {
    const at = hash32('at', seed) % (items.length + 1);
    const size = 1 + (hash32('size', seed) % 9);
    switch (hash32('how', seed) % 5) {
      case 0: return items.toSpliced(at, 1, other(hash32('other', seed)));
      case 1: return items.toSpliced(at, size);
      case 2: return items.toSpliced(at, 0, other(hash32('other', seed)));
      case 3: return items.toSpliced(at, 0, ...items.slice(at, at + size));
      default: return items.slice(0, at);
    }
  }

  it('are read as something or refused with a sentence', () => {
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const link = links[round % links.length];
      let text = mutate([...link], round, (n) => characters[n % characters.length]).join('');
      if (round % 3 === 0) text = mutate([...text], round + 1e6, (n) => characters[n % characters.length]).join('');
      const before = spent();
      try {
        decodeLink(text);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        expect(error.message).toMatch(/^[A-Z].*\.$/);
      }
      slowest = Math.max(slowest, spent() - before);
    }
    expect(slowest).toBeLessThan(2000);
    expect(used).toEqual([]);
  }, slow ? 3_600_000 : 60_000);

  it('are harmless even when their checksum fits, and what they say stays what it is', () => {
    let [read, slowest] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      let payload = mutate([...unpack(links[round % links.length])], round, (n) => n % 256);
      if (round % 3 === 0) payload = mutate(payload, round + 1e6, (n) => n % 256);
      const before = spent();
      try {
        const { records, thoughts, moment, hidden, lesson } = decodeLink(pack(Uint8Array.from(payload)));
        read++;
        const again = decodeLink(encodeLink(records, { thoughts, moment: moment ?? undefined, hidden, lesson: lesson ?? undefined }));
        expect(JSON.stringify(again.records) === JSON.stringify(records)).toBe(true);
      } catch (error) {
        if (!(error instanceof LinkError)) throw error;
        expect(error.message).toMatch(/^[A-Z].*[.!?]$/s);
      }
      slowest = Math.max(slowest, spent() - before);
    }
    expect(slowest).toBeLessThan(2000);
    expect(read).toBeGreaterThan(rounds / 100);
    expect(used).toEqual([]);
  }, slow ? 3_600_000 : 60_000);
});

describe('links of version 1', () => {
  const fixture = z.array(z.object({ name: z.string(), link: z.string(), boards: z.string(), notes: z.array(z.string()), ends: z.array(z.string().nullable()), texts: z.string().nullable(), moment: z.unknown(), hidden: z.array(z.string()), lesson: z.string().nullable(), seeds: z.array(z.unknown()).default([]), own: z.boolean().default(false), left: z.int().optional() }));
  const fixtures = fixture.parse(JSON.parse(readFileSync(new URL('./fixtures/version1.json', import.meta.url), 'utf8')));

  it.each(fixtures)('open for ever: $name', ({ link, boards, notes, ends, texts, ...more }) => {
    const { records, moment, hidden, lesson, thoughts } = decodeLink(link);
    const view = fold(records);
    const shown = view.episodes.map(({ states }) => states.map((state) => rows(state).join('/')).join(' '));
    expect(hash32(...shown).toString(16)).toBe(boards);
    expect(view.episodes.map(({ note }) => note?.text ?? '')).toEqual(notes);
    expect(view.episodes.map(({ end }) => end)).toEqual(ends);
    const answers = records.flatMap((record) => (record.type === 'responded' ? [record.text, record.policy] : []));
    expect(thoughts ? hash32(...answers).toString(16) : null).toBe(texts);
    expect({ moment, hidden, lesson }).toEqual({ moment: more.moment, hidden: more.hidden, lesson: more.lesson });
    const contents = describeLink(link);
    expect({ seeds: contents.seeds, own: view.start.task.own === true }).toEqual({ seeds: more.seeds, own: more.own });
    expect(contents.left).toBe(more.left ?? (thoughts ? 0 : answers.length / 2));
    expect(encodeLink(records, { thoughts, moment: moment ?? undefined, hidden, lesson: lesson ?? undefined })).toBe(link);
  });
});

describe('base64url', () => {
  it('goes both ways and reads nothing else', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => hash32(length, i) & 255);
      const text = toBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64(text)).toEqual(bytes);
    }
    expect([fromBase64('A'), fromBase64('AB'), fromBase64('AA='), fromBase64('A+'), fromBase64('é')]).toEqual([null, null, null, null, null]);
  });
});
