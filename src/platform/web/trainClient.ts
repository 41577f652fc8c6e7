/** The page's side of training: the worker, questions with answers, and what a run tells by itself. Import this lazily. */
import type { LiftQuestion } from '../../experiment/lift.ts';
import type { AdapterInput, AdapterPlace, TrainCommand, TrainEvent } from './trainMessages.ts';
import { parseTrainEvent } from './trainMessages.ts';
import { TrainError } from './trainProblem.ts';

/** Told without having been asked for. */
export type TrainNews = Exclude<TrainEvent, { request: number }>;
type Answer = Extract<TrainEvent, { request: number }>;
type Of<T extends Answer['type']> = Extract<Answer, { type: T }>;

interface TrainFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Waiting {
  take(answer: Answer): void;
  fail(error: unknown): void;
}

export class TrainClient {
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  private over: unknown = null;

  private constructor(
    private readonly worker: Worker,
    private readonly onNews: (news: TrainNews) => void,
  ) {
    worker.addEventListener('message', (event: MessageEvent<unknown>) => this.receive(parseTrainEvent(event.data)));
    worker.addEventListener('error', (event) => this.die(new TrainError({ kind: 'worker' }, event.message || 'Its code could not be loaded.')));
    worker.addEventListener('messageerror', () => this.die(new TrainError({ kind: 'worker' }, 'It sent what can not be read.')));
  }

  /** @param onNews hears of failures too, also of the worker's death */
  static start(onNews: (news: TrainNews) => void): TrainClient {
    return new TrainClient(new Worker(new URL('./train.worker.ts', import.meta.url), { type: 'module', name: 'training' }), onNews);
  }

  tell(command: Exclude<TrainCommand, { request: number }>): void {
    this.worker.postMessage(command);
  }

  /** @throws TrainError when the run has no iteration that was kept */
  async rows(run: string): Promise<Of<'rows'>> {
    return this.one('rows', (request) => ({ type: 'rows', request, run }));
  }

  /** @param place the iteration that `rows` told of @throws TrainError when training has gone on since */
  async trial(place: AdapterPlace, trial: number): Promise<Of<'trial'>> {
    return this.one('trial', (request) => ({ type: 'trial', request, place, trial }));
  }

  async files(place: AdapterPlace, kind: 'adapter' | 'gguf'): Promise<readonly TrainFile[]> {
    return (await this.one('files', (request) => ({ type: 'file', request, place, kind }))).files;
  }

  /** @throws TrainError when it is no adapter for this model */
  async check(adapter: AdapterInput): Promise<Of<'checked'>> {
    return this.one('checked', (request) => ({ type: 'check', request, adapter }));
  }

  /** Tasks of the validation list by each arm (null: no adapter). Resolves when all were played or the signal said stop. */
  play(what: { readonly config: unknown; readonly arms: readonly (AdapterPlace | null)[]; readonly from: number; readonly tasks: number }, onPlayed: (played: Of<'played'>) => void, signal: AbortSignal): Promise<void> {
    return this.many((request) => ({ type: 'play', request, ...what }), 'played', onPlayed, signal);
  }

  /** What notes are worth to the policy with an adapter. Resolves as `play` does. */
  lift(
    what: { readonly config: unknown; readonly adapter: AdapterPlace | null; readonly questions: readonly LiftQuestion[]; readonly samples: number },
    onSampled: (sampled: Of<'sampled'>) => void,
    signal: AbortSignal,
  ): Promise<void> {
    return this.many((request) => ({ type: 'lift', request, ...what }), 'sampled', onSampled, signal);
  }

  /** Whoever closes it knows: this is no news. @param why what those are told who still wait for an answer */
  close(why: unknown): void {
    this.worker.terminate();
    this.end(why);
  }

  /** Answers of one kind until the worker is done. */
  private many<T extends Answer['type']>(command: (request: number) => TrainCommand, type: T, onAnswer: (answer: Of<T>) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = this.ask({
        take: (answer) => {
          if (isOf(type, answer)) onAnswer(answer);
          else if (this.waiting.delete(request)) resolve();
        },
        fail: reject,
      });
      signal.addEventListener('abort', () => this.worker.postMessage({ type: 'cancel', request } satisfies TrainCommand), { once: true });
      this.worker.postMessage(command(request));
    });
  }

  private one<T extends Answer['type']>(type: T, command: (request: number) => TrainCommand): Promise<Of<T>> {
    return new Promise((resolve, reject) => {
      const request = this.ask({
        take: (answer) => {
          this.waiting.delete(request);
          if (isOf(type, answer)) resolve(answer);
          else reject(new TrainError({ kind: 'worker' }, 'It gave an answer to another question.'));
        },
        fail: reject,
      });
      this.worker.postMessage(command(request));
    });
  }

  private ask(waiting: Waiting): number {
    const request = this.asked++;
    this.waiting.set(request, waiting);
    if (this.over !== null) waiting.fail(this.over);
    return request;
  }

  private receive(event: TrainEvent): void {
    if (event.type === 'failed' && event.request !== null) {
      const waiting = this.waiting.get(event.request);
      this.waiting.delete(event.request);
      waiting?.fail(new TrainError(event.problem, event.details));
    } else if (isAnswer(event)) this.waiting.get(event.request)?.take(event);
    else this.onNews(event);
  }

  private die(error: TrainError): void {
    if (this.over !== null) return;
    this.end(error);
    this.onNews({ type: 'failed', request: null, problem: error.problem, details: error.details });
  }

  private end(error: unknown): void {
    this.over ??= error;
    for (const waiting of this.waiting.values()) waiting.fail(error);
    this.waiting.clear();
  }
}

function isAnswer(event: TrainEvent): event is Answer {
  return 'request' in event && event.request !== null;
}

function isOf<T extends Answer['type']>(type: T, answer: Answer): answer is Of<T> {
  return answer.type === type;
}
