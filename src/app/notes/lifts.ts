/**
 * Measures lifts in the background, one after the other. There is one engine: what plays on stage comes first, so a measurement is put down
 * (at most the turns under way are lost) whenever the stage wants it, and taken up again afterwards.
 */
import {
  liftArms,
  liftKey,
  liftOutcome,
  liftSamples,
  noOutcomes,
  otherNotes,
  readLift,
  withOutcome,
  writeLift,
  type KeptLift,
  type LiftQuestion,
  type LiftSample,
} from '../../experiment/lift.ts';
import type { Generator } from '../../policy/contract.ts';
import type { Player } from '../../trial/contract.ts';
import { fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { person } from '../../trial/runner.ts';
import { play, playText } from '../../trial/scheduler.ts';
import { breathe } from '../breathe.ts';
import { isBusy, status } from '../log.ts';
import { choiceOf, teacherOf } from '../policies.ts';
import { attach, attachment } from '../runs/attachments.ts';
import { stageRun } from '../runs/keep.ts';
import { openStore } from '../runs/store.ts';
import { loadScout, sampling, slots } from '../scout.ts';
import { liftAt, setLift, type LiftView } from './state.ts';

const none: KeptLift = { policy: '', outcomes: noOutcomes };

/** null: there is no note, and so nothing to measure */
export function questionOf(records: readonly TrialRecord[], episode: number, note?: string): LiftQuestion | null {
  const { start, episodes } = fold(records);
  const text = note ?? episodes.at(episode)?.note?.text ?? '';
  const own = start.sampling;
  // Without chance every sample would be the same.
  const drawn = own === null || own.temperature === 0 ? sampling(0.7) : own;
  return text === '' || !episodes.at(episode)?.end ? null : { records, episode, note: text, sampling: drawn };
}

/** The name under which the page knows a lift. Which policy it was measured with stands inside. */
export function keyOf(question: LiftQuestion): string {
  return liftKey(question, playerOf(question.records));
}

/** Scout, or the teacher that played the trial. */
function playerOf(records: readonly TrialRecord[]): string {
  return choiceOf(playedBy(records));
}

/** The policy on record that played the trial last; empty: a person alone. */
export function playedBy(records: readonly TrialRecord[]): string {
  const last = records.findLast((record) => record.type === 'responded' && record.policy !== person);
  return last?.type === 'responded' ? last.policy : '';
}

/** What was measured before, here or on an earlier visit. */
export async function recall(key: string): Promise<void> {
  if (liftAt(key)) return;
  const found = readLift(await attachment(key));
  if (found && !liftAt(key)) setLift(key, { ...viewOf(found), phase: 'kept' });
}

function viewOf(kept: KeptLift): Omit<LiftView, 'phase'> {
  const { note, none: without, other } = kept.outcomes;
  const samples = Math.max(note.length, without.length, other.length);
  const done = liftArms.reduce((sum, arm) => sum + kept.outcomes[arm].filter((won) => won !== null).length, 0);
  return { kept, samples, done, total: done, secondsLeft: null, problem: null };
}

const running = new Map<string, AbortController>();
let queue: Promise<unknown> = Promise.resolve();

export function cancel(key: string): void {
  running.get(key)?.abort();
}

/** So many samples of each arm, those that are there included. Never throws: what went wrong stands in the lift. */
export function measure(question: LiftQuestion, samples: number): Promise<void> {
  const key = keyOf(question);
  if (running.has(key)) return Promise.resolve();
  const controller = new AbortController();
  running.set(key, controller);
  const kept = liftAt(key)?.kept ?? none;
  setLift(key, { ...viewOf(kept), phase: 'queued', samples });
  const turn = queue.then(() => new Measurement(key, question, samples, kept, controller.signal).run()).finally(() => running.delete(key));
  queue = turn.catch(() => undefined);
  return turn;
}

interface Sample extends LiftSample {
  /** grows as it is played */
  readonly records: TrialRecord[];
}

class Measurement {
  private kept: KeptLift;
  private left: Sample[] = [];
  private total = 0;
  private spent = 0;
  private since: number | null = null;
  private saved = 0;
  /** what was there before is no work of this measurement */
  private before = 0;
  private readonly key: string;
  private readonly question: LiftQuestion;
  private readonly samples: number;
  private readonly signal: AbortSignal;
  private readonly turns: number;
  /** the run that it belongs to, whatever is on stage when it is done */
  private readonly runId = stageRun.get()?.id ?? null;

  constructor(key: string, question: LiftQuestion, samples: number, kept: KeptLift, signal: AbortSignal) {
    this.key = key;
    this.question = question;
    this.samples = samples;
    this.kept = kept;
    this.signal = signal;
    this.turns = fold(question.records).start.task.config.turns;
  }

  async run(): Promise<void> {
    try {
      while (!this.signal.aborted) {
        if (isBusy()) this.show('waiting');
        await untilFree(this.signal);
        if (this.signal.aborted) break;
        const policy = await this.policy();
        if (this.signal.aborted) break;
        if (isBusy()) continue;
        await this.prepare(policy.hash);
        if (this.left.length === 0) break;
        this.show('running');
        await this.playUntilWanted(policy);
        this.left = this.left.filter(({ records }) => liftOutcome(records) === null);
        if (this.left.length === 0) break;
      }
      this.save();
      this.show(this.total > 0 && this.left.length === 0 ? 'kept' : 'stopped');
    } catch (error) {
      this.save();
      this.show('failed', error);
    }
  }

  private async policy(): Promise<Generator | Player> {
    const teacher = teacherOf(playerOf(this.question.records));
    if (teacher) return teacher;
    const before = status.get();
    this.show('loading');
    try {
      // Whoever starts something on stage meanwhile waits for the same model, so nothing here may give it up.
      return await loadScout(new AbortController().signal);
    } finally {
      if (status.get().kind === 'loading') status.set(before);
    }
  }

  /** What is still to be played. */
  private async prepare(policy: string): Promise<void> {
    if (this.total > 0 && this.kept.policy === policy) return;
    // Another policy, another lift.
    if (this.kept.policy !== policy) this.kept = { ...none, policy };
    const others: string[] = [];
    for (const other of otherNotes(this.question, this.samples)) {
      if (this.signal.aborted) break;
      others.push(other);
      await breathe();
    }
    this.left = liftSamples(this.question, this.samples, others)
      .filter(({ arm, k }) => (this.kept.outcomes[arm].at(k) ?? null) === null)
      .map((sample): Sample => ({ ...sample, records: [...(sample.spec.prefix ?? [])] }));
    this.before = liftArms.reduce((sum, arm) => sum + this.kept.outcomes[arm].slice(0, this.samples).filter((won) => won !== null).length, 0);
    this.total = this.left.length + this.before;
  }

  private async playUntilWanted(policy: Generator | Player): Promise<void> {
    const pause = new AbortController();
    const look = (): void => {
      if (isBusy() || this.signal.aborted) pause.abort();
    };
    const forget = status.subscribe(look);
    this.signal.addEventListener('abort', look);
    this.since = performance.now();
    const samples = this.left;
    const specs = samples.map(({ spec, records }) => ({ ...spec, prefix: [...records] }));
    const onRecord = (index: number, record: TrialRecord): void => this.record(samples[index], record);
    try {
      if ('enqueue' in policy) {
        await play(specs, policy, { inFlight: slots, signal: pause.signal, onRecord });
        return;
      }
      for (const [index, spec] of specs.entries()) {
        if (pause.signal.aborted) return;
        await playText([spec], policy, { signal: pause.signal, onRecord: (_, record) => onRecord(index, record) });
        if (index % 3 === 2) await breathe();
      }
    } finally {
      forget();
      this.signal.removeEventListener('abort', look);
      this.spent += performance.now() - this.since;
      this.since = null;
    }
  }

  private record(sample: Sample, record: TrialRecord): void {
    sample.records.push(record);
    const won = liftOutcome(sample.records);
    if (won !== null) {
      this.kept = { ...this.kept, outcomes: withOutcome(this.kept.outcomes, sample.arm, sample.k, won) };
      if (performance.now() - this.saved > 1000) this.save();
    }
    if (won !== null || record.type === 'acted') this.show('running');
  }

  private save(): void {
    this.saved = performance.now();
    if (liftArms.some((arm) => this.kept.outcomes[arm].length > 0)) void keep(this.runId, this.key, writeLift(this.kept));
  }

  private show(phase: LiftView['phase'], problem: unknown = null): void {
    const finished = this.left.filter(({ records }) => liftOutcome(records) !== null).length;
    const done = this.total - this.left.length + finished;
    setLift(this.key, { phase, kept: this.kept, samples: this.samples, done, total: this.total, secondsLeft: this.secondsLeft(), problem });
  }

  /** From the turns played so far; samples that win or lose early make it shorter. */
  private secondsLeft(): number | null {
    const shareOf = ({ spec, records }: Sample): number =>
      liftOutcome(records) !== null ? 1 : Math.min(0.9, records.slice(spec.prefix?.length ?? 0).filter(({ type }) => type === 'acted').length / this.turns);
    const open = this.left.reduce((sum, sample) => sum + shareOf(sample), 0);
    const work = this.total - this.before;
    const played = work - this.left.length + open;
    const spent = this.spent + (this.since === null ? 0 : performance.now() - this.since);
    return played < 0.05 * work || spent < 500 ? null : ((spent / played) * (work - played)) / 1000;
  }
}

/** With the run, which is saved for it if it was not yet. */
async function keep(run: string | null, key: string, value: unknown): Promise<void> {
  if (run === null || stageRun.get()?.id === run) return attach(key, value);
  const store = await openStore();
  if (store.head(run) !== null) store.attach(run, key, value);
}

function untilFree(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isBusy() && !signal.aborted) return;
      forget();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const forget = status.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
}
