import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withNote } from '../../trial/branch.ts';
import { fold } from '../../trial/fold.ts';
import { toJsonl } from '../../trial/records.ts';
import { makeTask } from '../../worlds/index.ts';
import { hash32 } from '../../worlds/random.ts';
import { decodeLink, encodeLink } from '../links/link.ts';
import { manyTrials, scripted, trialOf } from '../links/testing.ts';
import { crc32 } from './crc32.ts';
import { columns, runToCsv } from './csv.ts';
import { TransferError } from './error.ts';
import { inflate } from './inflate.ts';
import { openRun, pictureOf } from './open.ts';
import { embed, extract } from './png.ts';
import { runFromText, runToJson, sharedRecords, type Run } from './run.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const markup = '=HYPERLINK("x") <b>é</b>, "so",\r\nbox 🎯';
const trials = manyTrials(8);
const lost = trials.find((records) => fold(records).episodes.length > 1) ?? [];
const run: Run = {
  name: 'Corners & “traps”',
  trials: [...trials.map((records, n) => ({ name: `trial ${n}`, parent: null, records })), { name: 'edited', parent: trials.indexOf(lost), records: withNote(lost, 0, markup) }],
};

/** A grey pixel, made chunk by chunk. */
function pixel(): Uint8Array {
  const chunk = (type: string, data: readonly number[]): number[] => {
    const body = [...bytesOf(type), ...data];
    const number = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
    return [...number(data.length), ...body, ...number(crc32(Uint8Array.from(body)))];
  };
  return Uint8Array.of(
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]),
    ...chunk('tEXt', [...bytesOf('Title\0grey')]),
    ...chunk('IDAT', [...deflateSync(Uint8Array.of(0, 128))]),
    ...chunk('IEND', []),
  );
}

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof TransferError) return error.problem;
    throw error;
  }
  return 'none thrown';
}

describe('a run as a file', () => {
  it('comes back whole, branches included, and is written the same again', () => {
    const text = runToJson(run);
    const read = runFromText(text);
    expect(read).toEqual(run);
    expect(runToJson(read)).toBe(text);
    expect(JSON.parse(text)).toMatchObject({ fieldnotes: 'run', version: 1, name: run.name });
  });

  it('brings along what was measured, and opens as ever where nothing was', () => {
    const attachments = [{ name: 'lift/0a', value: { version: 1, policy: 'teacher:greedy', note: '11.', none: '00.', other: '' } }, { name: '__proto__', value: [markup] }];
    const whole = { ...run, attachments };
    expect(runFromText(runToJson(whole))).toEqual(whole);
    expect(openRun(pictureOf(pixel(), whole))).toEqual(whole);
    expect(runToJson({ ...run, attachments: [] })).toBe(runToJson(run));
    expect(runFromText(runToJson(run)).attachments).toBeUndefined();
    expect(problemOf(() => runFromText(runToJson(whole).replace('"name":"lift/0a"', '"name":7')))).toBe('content');
  });

  it('stores of a branch only what differs, and shares the rest again when read', () => {
    const alone = runToJson({ ...run, trials: run.trials.slice(0, -1) });
    const read = runFromText(runToJson(run));
    const [parent, branch] = [read.trials[trials.indexOf(lost)], read.trials[read.trials.length - 1]];
    expect(sharedRecords(parent.records, branch.records)).toBe(branch.records.length - 1);
    expect(runToJson(run).length - alone.length).toBeLessThan(1000 + JSON.stringify(lost.slice(-3)).length);
  });

  it('may also be the records that the command line writes', () => {
    expect(runFromText(toJsonl(trials[0]) + toJsonl(trials[1]), 'out.jsonl')).toEqual({
      name: 'out.jsonl',
      trials: [trials[0], trials[1]].map((records) => ({ name: '', parent: null, records })),
    });
  });

  it.each([
    ['nothing', '', 'none'],
    ['half of it', runToJson(run).slice(0, 1000), 'damaged'],
    ['another JSON', '{"a":1}', 'none'],
    ['the JSON of a package', '{\n  "name": "x",\n  "type": "module"\n}', 'none'],
    ['words', 'Dear diary,\ntoday I pushed a box.', 'none'],
    ['without its first sign', runToJson(run).slice(1), 'damaged'],
    ['records with a cut line', toJsonl(trials[0]).slice(0, -10), 'content'],
    ['a newer version', runToJson(run).replace('"version":1', '"version":2'), 'version'],
    ['a branch of itself', '{"fieldnotes":"run","version":1,"name":"","trials":[{"name":"","parent":0,"shared":0,"records":[]}]}', 'content'],
    ['records out of order', toJsonl(trials[0].toSpliced(1, 1)), 'content'],
    ['an end before the start', toJsonl(trials[0].slice(1)), 'content'],
  ])('is refused with a reason when it is %s', (_, text, problem) => {
    expect(problemOf(() => runFromText(text))).toBe(problem);
  });

  it('is refused with a sentence when bytes of it change', () => {
    const text = runToJson({ name: '', trials: run.trials.slice(0, 1) });
    for (let round = 0; round < 150; round++) {
      const at = hash32('at', round) % text.length;
      const changed = text.slice(0, at) + '"{}[]:,019aé\\'[round % 12] + text.slice(at + (round % 3));
      expect(['none thrown', 'none', 'damaged', 'content', 'version']).toContain(problemOf(() => runFromText(changed)));
    }
  });
});

describe('a run as a table', () => {
  /** RFC 4180, read the slow way. */
  function parse(csv: string): string[][] {
    const rows: string[][] = [[]];
    for (let at = 0; at < csv.length; ) {
      let value = '';
      if (csv[at] === '"') {
        for (at++; csv[at] !== '"' || csv[at + 1] === '"'; at++) {
          value += csv[at];
          if (csv[at] === '"') at++;
        }
        at++;
      } else while (csv[at] !== ',' && csv[at] !== '\r') value += csv[at++];
      rows[rows.length - 1].push(value);
      if (csv[at] === ',') at++;
      else {
        expect(csv.slice(at, at + 2)).toBe('\r\n');
        at += 2;
        if (at < csv.length) rows.push([]);
      }
    }
    return rows;
  }

  it('has one row a turn, whatever is in it', () => {
    const [head, ...rows] = parse(runToCsv(run));
    expect(head).toEqual([...columns]);
    const turns = run.trials.flatMap(({ records }) => fold(records).episodes.flatMap((episode) => episode.turns));
    expect(rows).toHaveLength(turns.length);
    expect(rows.every((row) => row.length === columns.length)).toBe(true);
    expect(rows.map((row) => row[columns.indexOf('answer')])).toEqual(turns.map(({ response }) => response.text));
    expect(rows.map((row) => row[columns.indexOf('board')])).toEqual(turns.map(({ acted }) => acted.rows.join('/')));
    expect(rows.filter((row) => row[0] === String(run.trials.length)).map((row) => row[columns.indexOf('note')]).filter((note) => note !== '')).toEqual([`'${markup}`]);
  });

  it('has no answers where a link has left them out, and actions all the same', () => {
    const records = trialOf(makeTask('minesweeper', {}, 5), scripted(['hm <action>(1, 1)</action>', '<action>(2, 2)</action>']), { episodes: 1 });
    const rows = parse(runToCsv({ name: '', trials: [{ name: '', parent: null, records: decodeLink(encodeLink(records)).records }] })).slice(1);
    expect(rows.map((row) => row[columns.indexOf('answer')])).toEqual(rows.map(() => ''));
    expect(rows[0][columns.indexOf('actions')]).toBe('1,1');
  });

  it('never lets a spreadsheet take an answer for a formula', () => {
    const records = trialOf(makeTask('minesweeper', {}, 5), scripted(['=1+1', '@x', '-y', '+z', 'a=b']), { episodes: 1 });
    const answers = parse(runToCsv({ name: '', trials: [{ name: '=A1', parent: null, records }] })).slice(1).map((row) => [row[1], row[columns.indexOf('answer')]]);
    expect(answers.slice(0, 5)).toEqual(["'=1+1", "'@x", "'-y", "'+z", 'a=b'].map((answer) => ["'=A1", answer]));
  });
});

describe('a picture with a run in it', () => {
  const picture = pictureOf(pixel(), run);

  it('gives the run back, and stays the picture it was', () => {
    expect(openRun(picture)).toEqual(run);
    const at = picture.length - pixel().length;
    expect([...picture.slice(0, 8 + 25)]).toEqual([...pixel().slice(0, 8 + 25)]);
    expect([...picture.slice(-12)]).toEqual([...pixel().slice(-12)]);
    expect(at).toBeGreaterThan(100);
    expect(embed(picture, 'x').length).toBe(embed(pixel(), 'x').length);
    expect(extract(embed(picture, markup))).toBe(markup);
  });

  it('follows the specification: an iTXt chunk with zlib data before IEND', () => {
    const small = embed(pixel(), markup);
    const at = Buffer.from(small).indexOf('iTXt');
    const length = new DataView(small.buffer).getUint32(at - 4);
    expect(Buffer.from(small).indexOf('IEND')).toBe(at + 4 + length + 8);
    const data = small.slice(at + 4, at + 4 + length);
    expect(Buffer.from(data.slice(0, 19)).toString('latin1')).toBe('fieldnotes.run\0\x01\0\0\0');
    expect(inflateSync(data.slice(19)).toString()).toBe(markup);
  });

  it('tells a picture without a run, other files and damage apart', () => {
    expect(extract(pixel())).toBeNull();
    expect(problemOf(() => openRun(pixel()))).toBe('none');
    expect(problemOf(() => openRun(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)))).toBe('none');
    expect(problemOf(() => openRun(picture.slice(0, -20)))).toBe('damaged');
    const changed = picture.slice();
    changed[Math.floor(picture.length / 2)] ^= 1;
    expect(problemOf(() => openRun(changed))).toBe('damaged');
    expect(openRun(bytesOf(runToJson(run)))).toEqual(run);
  });

  it('is read or refused whatever is done to it', () => {
    const small = pictureOf(pixel(), { name: '', trials: run.trials.slice(0, 1) });
    for (let round = 0; round < 400; round++) {
      const at = hash32('at', round) % small.length;
      const bytes = round % 2 === 0 ? small.with(at, hash32('to', round) & 255) : Uint8Array.of(...small.slice(0, at), ...small.slice(at + 1 + (round % 7)));
      expect(['none thrown', 'none', 'damaged', 'content']).toContain(problemOf(() => openRun(bytes)));
    }
  });
});

describe('unpacking', () => {
  it('stops at its bound, long before the memory is taken', () => {
    const bomb = deflateSync(new Uint8Array(3_000_000));
    expect(() => inflate(bomb, 1_000_000, 'zlib')).toThrow('more than 1000000 bytes');
    expect(inflate(bomb, 3_000_000, 'zlib')).toHaveLength(3_000_000);
    expect(() => inflate(bomb.subarray(0, 100), 3_000_000, 'zlib')).toThrow('can not be read');
  });
});

describe('CRC-32', () => {
  it('has the check value of its definition', () => {
    expect(crc32(bytesOf('123456789'))).toBe(0xcbf43926);
  });
});
