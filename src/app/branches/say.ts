/** Branches in words for people. Pure. */
import { diceOf } from '../dice.ts';
import { lastPolicy } from '../policies.ts';
import { actionInWords, outcomeInWords } from '../say.ts';
import type { Strings } from '../strings/index.ts';
import { parentOf, type Branch, type Tree } from './tree.ts';

/** The name that a person gave, else what was changed. */
export function nameOf(tree: Tree, branch: Branch, strings: Strings): string {
  if (branch.name !== '') return branch.name;
  const { cause } = branch;
  const text = strings.branches.cause;
  const episode = 'episode' in cause ? cause.episode + 1 : 0;
  const turn = 'turn' in cause ? cause.turn + 1 : 0;
  switch (cause.kind) {
    case 'start': {
      const roots = tree.branches.filter(({ parent }) => parent === null);
      return roots.length > 1 ? strings.branches.another(roots.indexOf(branch) + 1) : strings.branches.start;
    }
    case 'action':
      return text.action(episode, turn, cause.actions.map((action) => actionInWords(action, strings)).join(', '));
    case 'thought':
      return cause.whole ? text.rewritten(episode, turn) : text.begun(episode, turn);
    case 'note':
      return cause.author === 'person' ? text.edited(episode) : text.anew(episode);
    case 'memory':
      return text.memory(episode, strings.strip.memory[cause.memory]);
    case 'sampling':
      return text.sampling(episode, turn, cause.seed);
    case 'again':
      return text.again(episode, turn);
  }
}

/** Name, where it came from, and how each episode ended: for those who do not see the drawing. */
export function branchInWords(tree: Tree, branch: Branch, strings: Strings): string {
  const parent = parentOf(tree, branch);
  const { task } = branch.view.start;
  return [
    nameOf(tree, branch, strings),
    ...(parent ? [strings.branches.from(nameOf(tree, parent, strings))] : []),
    ...branch.view.episodes.map(({ end }, index) => strings.branches.ends(index + 1, end === null && branch.id === tree.running ? strings.branches.growing : outcomeInWords(end, task.world, strings))),
  ].join(', ');
}

/** Says plainly what of a branch is new, and whether its dice are those of the trial that it came from. */
export function sampleInWords(tree: Tree, branch: Branch, strings: Strings): string {
  const parent = parentOf(tree, branch);
  const { sample } = strings.branches;
  if (parent === null) return sample.original;
  const name = nameOf(tree, parent, strings);
  const { cause, view } = branch;
  const dice = diceOf(lastPolicy(view));
  if (dice === null || dice !== diceOf(lastPolicy(parent.view))) return sample.plain(name);
  if (cause.kind === 'sampling') return sample.other(name, cause.seed);
  return cause.kind === 'note' && cause.author === 'policy' ? sample.note(name, parent.view.seed) : sample.same(name, view.seed);
}
