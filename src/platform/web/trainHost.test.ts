import 'fake-indexeddb/auto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withValues } from '../../experiment/config.ts';
import { preset } from '../../experiment/methods.ts';
import { tinyFile, tinyNet } from '../../experiment/testing.ts';
import { CpuDecoder } from '../../policy/engine/cpuDecoder.ts';
import { loadModel } from '../../policy/files/model.ts';
import { fold } from '../../trial/fold.ts';
import { parseRecord } from '../../trial/records.ts';
import { nodeRuntime } from '../node/runtime.ts';
import { TrainDisk } from './trainDisk.ts';
import { trainHost, type TrainServices } from './trainHost.ts';
import { parseTrainEvent, type TrainCommand, type TrainEvent } from './trainMessages.ts';

const runtime = nodeRuntime();
afterAll(() => runtime.dispose());

const config = withValues(preset('lamer', 'sokoban', { size: 5, boxes: 1, turns: 2, movesPerTurn: 1, minSolution: 1 }), [
  ['trial.episodes', 2], ['rollout.tasks', 2], ['rollout.group', 2], ['adapter.rank', 2], ['objective.steps', 1], ['optimizer.rate', 1e-2],
  ['evaluation.tasks', 2], ['evaluation.episodes', 2], ['evaluation.every', 2], ['schedule.iterations', 2],
]);

type Of<T extends TrainEvent['type']> = Extract<TrainEvent, { type: T }>;

/** A host as the page sees it; all that passes is cloned and parsed, as between threads. */
class Page {
  readonly events: TrainEvent[] = [];
  private say: (message: unknown) => void = () => undefined;
  private listeners: (() => void)[] = [];

  constructor(services: Partial<TrainServices> = {}) {
    const backend = {
      kind: 'wasm' as const, reason: 'test', threads: 1, runtime, memory: () => 7,
      decoder: CpuDecoderFor,
    };
    trainHost(
      {
        post: (event) => {
          this.events.push(parseTrainEvent(structuredClone(event)));
          for (const tell of this.listeners) tell();
        },
        onMessage: (listener) => (this.say = listener),
      },
      { open: () => Promise.resolve(backend), disk: () => TrainDisk.open(), lock: () => Promise.resolve(() => undefined), ...services },
    );
  }

  tell(command: TrainCommand): void {
    this.say(structuredClone(command));
  }

  /** The first event of a kind from now on, or among those that have come if `before` says so. */
  async next<T extends TrainEvent['type']>(type: T, where: (event: Of<T>) => boolean = () => true): Promise<Of<T>> {
    const from = this.events.length;
    for (;;) {
      const found = this.events.slice(from).find((event): event is Of<T> => event.type === type);
      if (found && where(found)) return found;
      await new Promise<void>((resolve) => this.listeners.push(resolve));
    }
  }

  async ask<T extends TrainEvent['type']>(type: T, command: TrainCommand): Promise<Of<T>> {
    const answer = this.next(type);
    this.tell(command);
    return answer;
  }
}

const CpuDecoderFor: Awaited<ReturnType<TrainServices['open']>>['decoder'] = (part, weights, slots) => CpuDecoder.create(part, weights, { slots });

const open = { type: 'open', prefer: 'wasm', threads: 1, model: tinyFile() } as const;
const train = (run: string, more: Partial<Extract<TrainCommand, { type: 'train' }>> = {}): TrainCommand => ({ type: 'train', run, name: 'Tiny 1', config, adapter: null, ...more });

describe('training in a worker', { timeout: 120_000 }, () => {
  const page = new Page();
  beforeAll(async () => {
    await page.ask('opened', open);
    await page.ask('ended', train('whole'));
  }, 120_000);

  it('trains to its end, saved and validated, and tells of every step', async () => {
    expect(page.events.filter(({ type }) => type === 'failed')).toEqual([]);
    expect(page.events.flatMap((event) => (event.type === 'iterated' ? [event.metrics.iteration] : []))).toEqual([1, 2]);
    expect(page.events.flatMap((event) => (event.type === 'validated' ? [event.validation.iteration] : []))).toEqual([0, 2]);
    expect(page.events.at(-1)).toEqual({ type: 'ended', run: 'whole', whole: true });
    const disk = await TrainDisk.open();
    const [head] = await disk.heads();
    expect(head).toMatchObject({ id: 'whole', name: 'Tiny 1', iteration: 2, config, imported: false });
    expect(head.kept).toEqual([0, 1, 2]);
    expect((await disk.reports('whole')).metrics.map(({ iteration }) => iteration)).toEqual([1, 2]);
    expect((await disk.reports('whole')).validations).toHaveLength(2);
    expect(await disk.adapter('whole', 1)).toBeInstanceOf(Float32Array);
    disk.close();
  });

  it('stopped after an iteration and taken up by another worker, comes to the same weights bit for bit', async () => {
    const first = new Page();
    await first.ask('opened', open);
    const iterated = first.next('iterated');
    first.tell(train('parts'));
    await iterated;
    first.tell({ type: 'stop' });
    expect(await first.next('ended')).toMatchObject({ whole: false });
    const second = new Page();
    await second.ask('opened', open);
    const began = second.next('began');
    const ended = second.ask('ended', train('parts'));
    expect((await began).iteration).toBeGreaterThan(0);
    expect(await ended).toMatchObject({ whole: true });
    const disk = await TrainDisk.open();
    expect(await disk.adapter('parts', 2)).toEqual(await disk.adapter('whole', 2));
    expect((await disk.reports('parts')).validations).toEqual((await disk.reports('whole')).validations);
    disk.close();
  });

  it('pauses in the middle of an iteration and goes on, and is looked into meanwhile', async () => {
    const here = new Page();
    await here.ask('opened', open);
    const moved = here.next('progress', ({ phase }) => phase === 'validate' || phase === 'rollout');
    here.tell(train('paused'));
    await moved;
    await here.ask('paused', { type: 'pause' });
    const { files } = await here.ask('files', { type: 'file', request: 5, place: { run: 'whole', iteration: 2 }, kind: 'adapter' });
    expect(files.map(({ name }) => name)).toEqual(['adapter_config.json', 'adapter_model.safetensors']);
    const before = here.events.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(here.events.slice(before).filter(({ type }) => type !== 'progress')).toEqual([]);
    here.tell({ type: 'resume' });
    expect(await here.next('ended')).toMatchObject({ whole: true });
    const disk = await TrainDisk.open();
    expect(await disk.adapter('paused', 2)).toEqual(await disk.adapter('whole', 2));
    disk.close();
  });

  it('shows who earned what, and how the update moved each response', async () => {
    const { rows, group, wonIn, iteration } = await page.ask('rows', { type: 'rows', request: 1, run: 'whole' });
    expect([iteration, group, wonIn.length]).toEqual([2, 2, 4]);
    const { records, before, after } = await page.ask('trial', { type: 'trial', request: 2, place: { run: 'whole', iteration: 2 }, trial: 3 });
    const own = rows.filter((row) => row.group === 1 && row.trial === 1);
    expect(before.whole).toHaveLength(own.length);
    expect(after).not.toEqual(before);
    const drawn = records.map(parseRecord).flatMap((record) => (record.type === 'responded' ? [record.logprobs.reduce((a, b) => a + b, 0)] : []));
    before.whole.forEach((value, i) => expect(value).toBeCloseTo(drawn[i], 3));
  });

  it('shows the same to whoever comes back later, and says when what is looked at is no longer the last', async () => {
    const later = new Page();
    await later.ask('opened', open);
    const rows = { type: 'rows', request: 1, run: 'whole' } as const;
    const trial = { type: 'trial', request: 2, place: { run: 'whole', iteration: 2 }, trial: 1 } as const;
    expect(await later.ask('rows', rows)).toEqual(await page.ask('rows', rows));
    expect(await later.ask('trial', trial)).toEqual(await page.ask('trial', trial));
    expect(await later.ask('failed', { ...trial, place: { run: 'whole', iteration: 1 } })).toMatchObject({ request: 2, problem: { kind: 'goneOn', iteration: 1 }, details: null });
    expect(await later.ask('failed', { ...rows, run: 'unknown' })).toMatchObject({ request: 1, problem: { kind: 'notPlayed' } });
  });

  it('plays the same tasks under other adapters: without one twice the same, with one another sample of the same task', async () => {
    const arm = (iteration: number) => ({ run: 'whole', iteration });
    const from = page.events.length;
    await page.ask('done', { type: 'play', request: 3, config, arms: [null, arm(0), arm(2), { run: 'parts', iteration: 2 }], from: 1, tasks: 1 });
    const played = page.events.slice(from).flatMap((event) => (event.type === 'played' ? [event.records.map(parseRecord)] : []));
    const texts = played.map((records) => records.flatMap((record) => (record.type === 'responded' ? [record.text] : [])));
    expect(texts).toHaveLength(4);
    // B of a fresh adapter is 0: the policy as it is
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).not.toEqual(texts[0]);
    // another run that came to the same weights
    expect(texts[3]).toEqual(texts[2]);
    expect(new Set(played.map((records) => JSON.stringify(fold(records).start.task))).size).toBe(1);
  });

  it('measures what notes are worth under an adapter: each sample of each arm once, and again the same', async () => {
    const from = page.events.length;
    await page.ask('done', { type: 'play', request: 10, config, arms: [null], from: 0, tasks: 2 });
    const lost = page.events.slice(from).flatMap((event) => (event.type === 'played' ? [event.records.map(parseRecord)] : [])).find((records) => fold(records).episodes[0].end !== 'won');
    if (!lost) throw new Error('All were won.');
    const sampling = { temperature: 0.7, topP: 0.8, topK: 20 };
    const question = { records: lost, episode: 0, note: 'push up', sampling };
    const measure = async (request: number): Promise<Of<'sampled'>[]> => {
      const before = page.events.length;
      await page.ask('done', { type: 'lift', request, config, adapter: { run: 'whole', iteration: 2 }, questions: [question, question], samples: 2 });
      return page.events.slice(before).filter((event): event is Of<'sampled'> => event.type === 'sampled');
    };
    const sampled = await measure(11);
    const places = ({ question: q, arm, sample }: Of<'sampled'>): string => `${q} ${arm} ${sample}`;
    expect(new Set(sampled.map(places)).size).toBe(2 * 3 * 2);
    expect(sampled).toHaveLength(2 * 3 * 2);
    const outcome = (events: readonly Of<'sampled'>[]): string[] => events.map((event) => `${places(event)} ${event.won}`).sort();
    expect(outcome(await measure(12))).toEqual(outcome(sampled));
  });

  it('gives a merged model that needs no adapter, and takes its own adapter back but on no other base', async () => {
    const merged = await page.ask('files', { type: 'file', request: 6, place: { run: 'whole', iteration: 2 }, kind: 'gguf' });
    const loaded = await loadModel(merged.files[0].bytes);
    expect(loaded.metadata.get('fieldnotes.prompt')?.value).toBe('brief');
    expect(loaded.config).toEqual(tinyNet);
    const { files } = await page.ask('files', { type: 'file', request: 7, place: { run: 'whole', iteration: 2 }, kind: 'adapter' });
    const adapter = { config: new TextDecoder().decode(files[0].bytes), tensors: files[1].bytes };
    expect(await page.ask('checked', { type: 'check', request: 8, adapter })).toMatchObject({ rank: 2, alpha: 32 });
    const other = new Page();
    await other.ask('opened', { ...open, model: tinyFile({ seed: 2 }) });
    expect(await other.ask('failed', { type: 'check', request: 1, adapter })).toMatchObject({ problem: { kind: 'otherBase' } });
    expect(await other.ask('failed', { type: 'check', request: 1, adapter: { ...adapter, config: adapter.config.slice(0, -9) } })).toMatchObject({ problem: { kind: 'adapterCut' } });
    expect(await other.ask('failed', { type: 'check', request: 1, adapter: { ...adapter, tensors: adapter.tensors.slice(0, -9) } })).toMatchObject({ problem: { kind: 'adapterFile' } });
    // Stored runs are of the model that they were trained on too: a page with a newer one says so.
    const place = { run: 'whole', iteration: 2 };
    expect(await other.ask('failed', { type: 'file', request: 2, place, kind: 'adapter' })).toMatchObject({ problem: { kind: 'otherModel', run: 'Tiny 1' } });
    expect(await other.ask('failed', { type: 'play', request: 3, config, arms: [place], from: 0, tasks: 1 })).toMatchObject({ problem: { kind: 'otherModel', run: 'Tiny 1' } });
    expect(await other.ask('failed', { type: 'trial', request: 4, place, trial: 0 })).toMatchObject({ problem: { kind: 'otherModel', run: 'Tiny 1' } });
    expect(await other.ask('failed', train('whole'))).toMatchObject({ request: null, problem: { kind: 'otherRun' } });
    const begun = page.next('saved');
    page.tell(train('more', { adapter, config: withValues(config, [['schedule.iterations', 0]]) }));
    await begun;
    await page.next('ended');
    const disk = await TrainDisk.open();
    expect(await disk.adapter('more', 0)).toEqual(await disk.adapter('whole', 2));
    disk.close();
  });

  it('goes on where nothing can be saved, and says so', async () => {
    const { StoreProblem } = await import('./runsProblem.ts');
    const here = new Page({ disk: () => Promise.reject(new StoreProblem('forbidden')) });
    await here.ask('opened', open);
    expect(await here.ask('ended', train('nowhere'))).toMatchObject({ whole: true });
    expect(new Set(here.events.flatMap((event) => (event.type === 'saved' ? [event.problem] : [])))).toEqual(new Set(['forbidden']));
    const { files } = await here.ask('files', { type: 'file', request: 9, place: { run: 'nowhere', iteration: 2 }, kind: 'adapter' });
    expect(files).toHaveLength(2);
    expect(await here.ask('rows', { type: 'rows', request: 10, run: 'nowhere' })).toMatchObject({ iteration: 2, group: 2 });
  });

  it('refuses a run that another tab trains, and a second one at the same time', async () => {
    const here = new Page({ lock: () => Promise.resolve(null) });
    await here.ask('opened', open);
    expect(await here.ask('failed', train('taken'))).toMatchObject({ request: null, problem: { kind: 'otherTab' }, details: null });
    here.tell(train('one'));
    expect(await here.ask('failed', train('two'))).toMatchObject({ problem: { kind: 'busy' } });
  });
});
