import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { evaluation, percent, successGain, summarise, type TrialSummary } from '../../experiment/evaluation.ts';
import {
  firstNote,
  lostFirst,
  noteOutcome,
  noteSettings,
  repeatRatio,
  sampling,
  settings,
  teacherNote,
  underNote,
  winGain,
  type NotePair,
  type Setting,
} from '../../experiment/scout/measure.ts';
import type { Interval } from '../../experiment/statistics.ts';
import { taskList, type Split } from '../../experiment/tasks.ts';
import type { MemoryMode } from '../../trial/contract.ts';
import type { TrialRecord } from '../../trial/records.ts';
import type { TrialSpec } from '../../trial/runner.ts';
import { styles, styleWord, type Style } from '../../trial/teachers/style.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { addThreadsFlag, placeOf, playTrials, threadsOf, type PolicyChoice } from '../policy.ts';
import { checkOut, Interrupted, makeFolder, note, print, steadyProgress, stopSignal, wholeNumber, writeOut } from '../shell.ts';
import { plural } from '../../worlds/plural.ts';

interface Options {
  readonly model: string;
  readonly dir: string;
  readonly count: string;
  readonly repeat: string;
  readonly threads: string;
  readonly out?: string;
}

export function register(program: Command): void {
  addThreadsFlag(program.command('measure'))
    .description("Everything the embedded policy's card reports, on held-out tasks. Goes on where it was stopped; prints the tables.")
    .option('--model <file>', 'a GGUF file, or scout', 'scout')
    .option('--dir <folder>', 'results of finished parts', 'runs/measure')
    .option('--count <n>', 'held-out tasks per setting', '512')
    .option('--repeat <n>', 'sampling seeds', '3')
    .option('--out <file>', 'the tables as Markdown')
    .action(async (options: Options) => {
      const count = wholeNumber('--count', options.count, 2, 512);
      const repeat = wholeNumber('--repeat', options.repeat, 1, 100);
      const threads = threadsOf(options);
      checkOut('--out', options.out);
      const { file } = await placeOf('--model', options.model, undefined, 'play');
      makeFolder('--dir', options.dir);
      const mark = (await hashOf(file)).slice(0, 8);
      const dir = join(options.dir, `${mark}-${count}x${repeat}`);
      makeFolder('--dir', dir);
      const run = new Measurement(file, dir, count, repeat, threads);
      const lines = [
        `Model ${mark}, ${plural(count, 'held-out task')} × ${plural(repeat, 'sampling seed')}, temperature ${sampling.temperature}, top-p ${sampling.topP}, top-k ${sampling.topK}. Intervals: 95 %, bootstrap over tasks and seeds.`,
        '',
        ...(await run.skill()),
        '',
        ...(await run.room()),
        '',
        ...(await run.means()),
        '',
        ...(await run.baselines()),
      ];
      for (const line of lines) print(line);
      if (options.out !== undefined) writeOut('--out', options.out, `${lines.join('\n')}\n`);
    });
}

const summaryRows = z.array(
  z.object({
    task: z.number(),
    repeat: z.number(),
    wonIn: z.number(),
    turns: z.number(),
    invalidTurns: z.number(),
    notes: z.number(),
    validNotes: z.number(),
    emptyNotes: z.number(),
    tokens: z.number(),
  }),
);
const outcome = z.object({ won: z.boolean(), repeated: z.boolean().nullable() });
const noteRows = z.array(z.object({ task: z.number(), repeat: z.number(), own: outcome, other: outcome, teacher: outcome }));
type NoteRow = z.infer<typeof noteRows>[number];

/** Who plays: the model, in its own style if none is given, unless it is somebody else. */
interface Player {
  readonly style?: Style | undefined;
  readonly choice?: PolicyChoice;
}

class Measurement {
  constructor(
    private readonly file: string,
    private readonly dir: string,
    private readonly count: number,
    private readonly repeat: number,
    private readonly threads: number,
  ) {}

  /** p@k for every setting and memory mode */
  async skill(): Promise<string[]> {
    const lines = ['| setting | memory | p@1 | p@2 | p@3 | invalid turns | valid notes | empty notes |', '|---|---|---|---|---|---|---|---|'];
    const gains = ['', '| setting | p@3 with own notes − without |', '|---|---|'];
    for (const setting of settings) {
      const byMemory = new Map<MemoryMode, TrialSummary[]>();
      for (const memory of setting.memory) {
        const summaries = await this.trials(setting, memory, 'heldout', this.count);
        byMemory.set(memory, summaries);
        const e = evaluation(summaries, 3);
        const notes = (interval: Interval | null): string => (interval ? percent(interval) : '–');
        lines.push(`| ${setting.name} | ${memory} | ${e.success.map(percent).join(' | ')} | ${percent(e.invalidTurns)} | ${notes(e.validNotes)} | ${notes(e.emptyNotes)} |`);
      }
      const [without, withNotes] = [byMemory.get('none'), byMemory.get('reflection')];
      if (without && withNotes) gains.push(`| ${setting.name} | ${percent(successGain(withNotes, without, 3))} |`);
    }
    return [...lines, ...gains];
  }

  /** What one style in every turn would give: the room that training has. */
  async room(): Promise<string[]> {
    const lines = ['| setting | best style (on validation) | p@1 as it is | p@1 in that style | gain |', '|---|---|---|---|---|'];
    for (const setting of settings) {
      const onValidation: [Style, number][] = [];
      for (const style of styles) {
        const summaries = await this.trials(setting, 'none', 'validation', Math.min(128, this.count), style);
        onValidation.push([style, evaluation(summaries, 1).success[0].value]);
      }
      const [best] = onValidation.sort(([, a], [, b]) => b - a)[0];
      const forced = await this.trials(setting, 'none', 'heldout', this.count, best);
      const free = await this.trials(setting, 'none', 'heldout', this.count);
      lines.push(
        `| ${setting.name} | ${best} | ${percent(evaluation(free, 1).success[0])} | ${percent(evaluation(forced, 1).success[0])} | ${percent(successGain(forced, free, 1))} |`,
      );
    }
    return lines;
  }

  /** The same first episode, the second one under one's own note, another task's and a teacher's. */
  async means(): Promise<string[]> {
    const lines = [
      '| setting | trials | repeats what ended the first: own note | another task\'s note | ratio | p(win 2nd): own − another\'s | teacher\'s − own |',
      '|---|---|---|---|---|---|---|',
    ];
    for (const setting of noteSettings) {
      const rows = await this.noteRows(setting);
      const pairs = (a: 'own' | 'teacher', b: 'own' | 'other'): NotePair[] => rows.map((row) => ({ task: row.task, repeat: row.repeat, a: row[a], b: row[b] }));
      const r = repeatRatio(pairs('own', 'other'));
      const share = (x: number): string => `${(100 * x).toFixed(1)} %`;
      const ratio = `${r.ratio.value.toFixed(2)} [${r.ratio.low.toFixed(2)}, ${r.ratio.high.toFixed(2)}]`;
      lines.push(
        `| ${setting.name} | ${r.trials} | ${share(r.a)} | ${share(r.b)} | ${ratio} | ${percent(winGain(pairs('own', 'other')))} | ${percent(winGain(pairs('teacher', 'own')))} |`,
      );
    }
    return lines;
  }

  /** What scripted players reach on the same tasks, without memory. */
  async baselines(): Promise<string[]> {
    const lines = ['| setting | teacher | p@1 | p@2 | p@3 |', '|---|---|---|---|---|'];
    for (const setting of settings) {
      for (const style of ['greedy', 'perfect'] as const) {
        const name = `${setting.name} · teacher ${style}`;
        const summaries = await this.summaries(name, () => this.specs(setting, 'none', 'heldout', this.count, 3), { choice: { kind: 'teacher', player: teacher(style) } });
        lines.push(`| ${setting.name} | ${style} | ${evaluation(summaries, 3).success.map(percent).join(' | ')} |`);
      }
    }
    return lines;
  }

  private async trials(setting: Setting, memory: MemoryMode, split: Split, count: number, style?: Style): Promise<TrialSummary[]> {
    const episodes = style === undefined ? 3 : 1;
    const name = [setting.name, memory, split, style ?? ''].filter((part) => part !== '').join(' · ');
    return this.summaries(name, () => this.specs(setting, memory, split, count, episodes), { style });
  }

  private summaries(name: string, trials: () => Omit<TrialSpec, 'style'>[], how: Player): Promise<TrialSummary[]> {
    return this.part(name, summaryRows, async () => {
      const specs = trials();
      const summaries: TrialSummary[] = [];
      await this.play(name, specs, how, (index, records) => summaries.push(summarise(records, specs[index].trial, specs[index].seed - 1)));
      return summaries.sort((a, b) => a.task - b.task || a.repeat - b.repeat);
    });
  }

  private async noteRows(setting: Setting): Promise<NoteRow[]> {
    return this.part(`${setting.name} · notes`, noteRows, async () => {
      const specs = this.specs(setting, 'reflection', 'heldout', this.count, 2);
      const own: TrialRecord[][] = [];
      await this.play(`${setting.name} · own notes`, specs, {}, (index, records) => {
        own[index] = records;
      });
      const lost = specs.flatMap((_, index) => (lostFirst(own[index]) ? [index] : []));
      const branch = async (name: string, noteFor: (place: number) => string): Promise<TrialRecord[][]> => {
        const branches = lost.map((index, place) => ({ ...specs[index], prefix: underNote(own[index], noteFor(place)) }));
        const out: TrialRecord[][] = [];
        await this.play(`${setting.name} · ${name}`, branches, {}, (place, records) => {
          out[place] = records;
        });
        return out;
      };
      // Another task's note: the one of the trial half the list away, which has the same sampling seed only by chance and never the same task.
      const half = Math.floor(lost.length / 2);
      const other = await branch("another's note", (place) => firstNote(own[lost[(place + half) % lost.length]]));
      const taught = await branch("teacher's note", (place) => teacherNote(own[lost[place]]));
      return lost.map((index, place) => ({
        task: specs[index].trial,
        repeat: specs[index].seed - 1,
        own: noteOutcome(own[index]),
        other: noteOutcome(other[place]),
        teacher: noteOutcome(taught[place]),
      }));
    });
  }

  private specs(setting: Setting, memory: MemoryMode, split: Split, count: number, episodes: number): Omit<TrialSpec, 'style'>[] {
    return taskList(setting.world, setting.settings, split, count).flatMap((task, trial) =>
      Array.from({ length: this.repeat }, (_, r) => ({ task, config: { episodes, memory }, sampling, seed: r + 1, trial })),
    );
  }

  private async play(name: string, specs: readonly Omit<TrialSpec, 'style'>[], { style, choice }: Player, onDone: (index: number, records: TrialRecord[]) => void): Promise<void> {
    using show = steadyProgress(name, specs.length);
    let done = 0;
    const options = { threads: this.threads, ...(style === undefined ? {} : { force: styleWord(style) }) };
    await playTrials(choice ?? { kind: 'model', place: { file: this.file } }, specs, options, (index, records) => {
      onDone(index, records);
      show(++done);
    });
    if (stopSignal().aborted) throw new Interrupted(`stopped; the parts that are done stay in ${this.dir} and are not played again.`);
  }

  /** A finished part is read back; a new one is written when it is whole. */
  private async part<T>(name: string, schema: z.ZodType<T>, make: () => Promise<T>): Promise<T> {
    const path = join(this.dir, `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.json`);
    if (existsSync(path)) {
      const parsed = schema.safeParse(stored(path));
      if (parsed.success) return parsed.data;
      note(`${path} is damaged and is made again.`);
    }
    const made = await make();
    writeOut('--dir', path, JSON.stringify(made));
    return made;
  }
}

/** SHA-256 of a file that may be large. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** JSON from a file; undefined if it is none (a killed run may have left half of it). */
function stored(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
