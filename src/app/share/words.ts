/** Sizes and players in words. */
import type { TrialView } from '../../trial/fold.ts';
import { teacherNames } from '../policies.ts';
import type { Strings } from '../strings/index.ts';

export function sizeInWords(bytes: number, language: string): string {
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: amount < 10 ? 1 : 0 }).format(amount);
}

/** A policy as records name it. */
export function policyInWords(policy: string, strings: Strings): string {
  const text = strings.share.link;
  if (policy === 'person') return text.person;
  const teacher = teacherNames.find((name) => policy.startsWith(`teacher:${name}`));
  return teacher ? text.scriptedTeacher(strings.setup.teacher[teacher]) : text.model(policy.slice(0, 8));
}

export function whoPlayed({ episodes }: TrialView, strings: Strings): string {
  const policies = new Set(episodes.flatMap(({ turns }) => turns.map(({ response }) => response.policy)));
  return [...policies].map((policy) => policyInWords(policy, strings)).join(', ');
}
