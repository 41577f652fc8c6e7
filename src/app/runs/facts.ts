/** What the list of runs says of each, and finds it by. Pure. */
import { search, type RunHead } from '../../platform/web/runHeads.ts';
import type { End } from '../../worlds/index.ts';
import { policyInWords } from '../policies.ts';
import type { Strings } from '../strings/index.ts';

/** How its trials went, as a shape and a word. */
export function resultOf({ trials }: Pick<RunHead, 'trials'>, { runs: text }: Strings): { readonly end: End; readonly words: string } {
  const there = trials.filter(({ gone }) => !gone);
  const won = there.filter((trial) => trial.won === true).length;
  if (won > 0) return { end: 'won', words: text.won(there.length > 1 ? `${won}/${there.length}` : '').trim() };
  return there.some((trial) => trial.won === null) ? { end: 'turns', words: text.unfinished } : { end: 'dead', words: text.lost };
}

/** When it was made, where it came from, how large its family is. @param here it is on stage */
export function factsOf({ created, origin, trials }: Pick<RunHead, 'created' | 'origin' | 'trials'>, here: boolean, language: string, { runs: text }: Strings): readonly string[] {
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(created);
  const there = trials.filter(({ gone }) => !gone);
  const family = there.length < 2 ? [] : [there.some(({ parent }) => parent !== null) ? text.branches(there.length) : text.trials(there.length)];
  return [when, ...(origin === 'played' ? [] : [text.origins[origin]]), ...family, ...(here ? [text.here] : [])];
}

/** What tells it from other runs on the like task: who played, with which memory, drawn with which seed. None where it was saved before this was noticed. */
export function playedOf({ played }: Pick<RunHead, 'played'>, strings: Strings): readonly string[] {
  const { policies, memories, seeds } = played ?? { policies: [], memories: [], seeds: [] };
  return [
    ...policies.map((policy) => policyInWords(policy, strings)),
    ...memories.map((memory) => strings.runs.memory(strings.setup.memories[memory])),
    ...(seeds.length > 0 ? [strings.runs.drawnWith(seeds.join(', '), seeds.length)] : []),
  ];
}

/** Those that have every word of the query in their name, world or notes, or in what the list says of how they were played. */
export function found(heads: readonly RunHead[], query: string, strings: Strings): readonly RunHead[] {
  return search(heads, query, (head) => [...playedOf(head, strings), ...(head.played?.seeds ?? []).map(strings.runs.seed)].join(' '));
}
