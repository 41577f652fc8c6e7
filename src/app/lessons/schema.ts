/**
 * A lesson is data: text, what the stage shows beside it, what to point at, and what the reader may do. Nothing in one can run by itself: what
 * a step offers to do is a button with a name from a closed list. It travels as JSON inside a link, so whatever comes in is checked here.
 */
import { z } from 'zod';
import type { Overlay } from '../setup.ts';
import { targetNames } from './targets.ts';

/** Text in one language, or in several. Marks: **strong**, [[term of the glossary|as it stands in the text]], an empty line between paragraphs. */
const text = z.union([z.string().max(2000), z.object({ en: z.string().max(2000), ja: z.string().max(2000).optional() })]);

const overlays = ['none', 'truth', 'visits', 'policy'] as const satisfies readonly Overlay[];

/** What a step may offer to do, always by a button. */
export const acts = ['play', 'remember', 'measure', 'edit', 'run'] as const;
export type Act = (typeof acts)[number];

const step = z.object({
  text,
  /** a part of the page that is ringed */
  point: z.enum(targetNames).optional(),
  show: z
    .object({
      /** from 0 */
      episode: z.int().min(0).max(7).optional(),
      /** turns that have been played; `end`: all of that episode */
      turn: z.union([z.int().min(0).max(50), z.literal('end')]).optional(),
      overlay: z.enum(overlays).optional(),
      scene: z.enum(['stage', 'wall']).optional(),
    })
    .optional(),
  act: z.enum(acts).optional(),
});

const lesson = z.object({
  version: z.literal(1),
  title: text,
  minutes: z.int().min(1).max(120).optional(),
  steps: z.array(step).min(1).max(40),
});

export type LessonText = Readonly<z.infer<typeof text>>;
export type Step = Readonly<z.infer<typeof step>>;
export type Lesson = Readonly<z.infer<typeof lesson>>;

export class LessonError extends Error {
  override readonly name = 'LessonError';
}

/** @throws LessonError saying what is wrong */
export function parseLesson(value: unknown): Lesson {
  const parsed = lesson.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new LessonError(`The lesson can not be read: ${issue.path.join('.') || 'as a whole'}: ${issue.message}.`);
}

/** From a link. @throws LessonError */
export function readLesson(json: string): Lesson {
  const value = valueOf(json);
  if (value === undefined) throw new LessonError('The lesson in this link is no complete JSON; ask for the link again.');
  return parseLesson(value);
}

/** undefined: it is no JSON */
function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const kept = z.object({
  reading: z.object({ id: z.string().max(20).nullable(), step: z.int().min(0), lesson }).nullable(),
  writing: z.boolean(),
});

/** What a tab kept, with a step that the lesson has; nothing where another hand wrote it. */
export function readKept(json: string): Readonly<z.infer<typeof kept>> {
  const { reading, writing } = kept.catch({ reading: null, writing: false }).parse(valueOf(json));
  return { reading: reading && { ...reading, step: Math.min(reading.step, reading.lesson.steps.length - 1) }, writing };
}

/** For a link, without what says nothing. @throws LessonError */
export function writeLesson(value: Lesson): string {
  return JSON.stringify(parseLesson(value));
}

/** In the reader's language where there is one, else in English. */
export function said(text: LessonText, language: string): string {
  return typeof text === 'string' ? text : ((language === 'ja' ? text.ja : undefined) ?? text.en);
}
