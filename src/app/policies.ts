/** Who plays: as people choose it (`scout`, `teacher:greedy`, `person`), as records name it (a hash of weights, `teacher:…`, `person`), and in words. */
import type { TrialView } from '../trial/fold.ts';
import type { Player } from '../trial/contract.ts';
import { person } from '../trial/runner.ts';
import { styles, type Style } from '../trial/teachers/style.ts';
import { teacher } from '../trial/teachers/teacher.ts';
import recorded from './recorded.json' with { type: 'json' };
import type { Strings } from './strings/index.ts';

export const teacherNames = styles;

/** null: the choice is not a teacher */
export function teacherOf(choice: string): Player | null {
  const style = teacherIn(choice);
  return style === null ? null : teacher(style);
}

/** The style of a teacher, chosen or on record; null: no teacher. */
export function teacherIn(policy: string): Style | null {
  const name = /^teacher:(\w+)/.exec(policy)?.[1];
  return styles.find((style) => style === name) ?? null;
}

/** A policy on record as the choice it was. Whatever model it was, Scout is who can be asked now. */
export function choiceOf(policy: string): string {
  if (policy === person) return person;
  const style = teacherIn(policy);
  return style === null ? 'scout' : `teacher:${style}`;
}

/** Who played a trial last, and so who plays on with it: a person only where nobody else has played. null: nobody has */
export function lastPolicy({ episodes }: TrialView): string | null {
  const played = episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy));
  const last = played.findLast((policy) => policy !== person) ?? played.at(-1);
  return last === undefined ? null : choiceOf(last);
}

export function choiceInWords(choice: string, { own, setup }: Strings): string {
  if (choice === person) return own.person;
  const style = teacherIn(choice);
  return style === null ? setup.scoutShort : setup.teacher[style];
}

/** A policy on record. Scout is named as long as it is the one that ships with the page; any other model by its hash alone. */
export function policyInWords(policy: string, { setup, share }: Strings): string {
  const { link } = share;
  if (policy === person) return link.person;
  const style = teacherIn(policy);
  if (style !== null) return link.scriptedTeacher(setup.teacher[style]);
  const hash = policy.slice(0, 8);
  return policy === recorded.scout ? link.scout(hash) : link.model(hash);
}

export function whoPlayed({ episodes }: TrialView, strings: Strings): string {
  const policies = new Set(episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy)));
  return [...policies].map((policy) => policyInWords(policy, strings)).join(', ');
}
