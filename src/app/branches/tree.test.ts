import { describe, expect, it } from 'vitest';
import { beforeTurn, withNote } from '../../trial/branch.ts';
import { fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { playAll } from '../../trial/scheduler.ts';
import { makeTask } from '../../worlds/index.ts';
import { append, clear, live, open, openTree, removeBranch, renameBranch, setRunning, showBranch, sprout, tree, trial } from '../log.ts';
import { tables } from '../strings/index.ts';
import { firstDifference, momentOf, pieces, sideAt, timelineOf } from './beside.ts';
import { lanesOf } from './lanes.ts';
import { branchInWords, nameOf, sampleInWords } from './say.ts';
import { mostBranches } from './tree.ts';

const task = makeTask('sokoban', {}, 11);
const say = (text: string) => ({ hash: 'x', respond: () => ({ text, tokens: [], finish: 'stop' as const }) });
const trialOf = (text: string, prefix?: readonly TrialRecord[]): TrialRecord[] =>
  playAll([{ task, config: { episodes: 2, memory: 'reflection' }, style: 'brief', seed: 7, trial: 0, prefix }], say(text))[0];
const first = trialOf(' quick<action> left</action>');
const episodes = fold(first).episodes;

function put(): { readonly root: string; readonly late: string; readonly early: string; readonly below: string } {
  open(first);
  const root = tree.get().shown ?? '';
  const early = sprout(root, trialOf(' plan<action> up</action>', beforeTurn(first, 0, 1)), { kind: 'thought', episode: 0, turn: 1, whole: true });
  const noted = withNote(first, 0, 'go up');
  const late = sprout(root, trialOf(' plan<action> up</action>', noted), { kind: 'note', episode: 0, author: 'person' });
  const below = sprout(late, trialOf(' x<action> up</action>', beforeTurn(tree.get().branches[2].records, 1, 1)), { kind: 'again', episode: 1, turn: 1 });
  return { root, early, late, below };
}

describe('branches on stage', () => {
  it('a new one is shown and grows, while another can be looked at', () => {
    open(first);
    const [root] = tree.get().branches;
    const id = sprout(root.id, first.slice(0, 4), { kind: 'again', episode: 0, turn: 1 });
    expect([tree.get().shown, live.get()]).toEqual([id, true]);
    showBranch(root.id);
    expect(live.get()).toBe(false);
    append(first[4]);
    expect(trial.get().records).toBe(first);
    expect(tree.get().branches[1].records).toHaveLength(5);
    showBranch(id);
    expect(trial.get().records).toHaveLength(5);
    setRunning(null);
    expect(live.get()).toBe(false);
  });

  it('a trial that is played from the start begins a tree of its own', () => {
    put();
    clear();
    expect(trial.get()).toEqual({ records: [], view: null });
    for (const record of first) append(record);
    expect(tree.get().branches).toHaveLength(1);
    expect(trial.get().view).toEqual(fold(first));
    expect(live.get()).toBe(true);
  });

  it('share the records that they took over', () => {
    const { root, late } = put();
    const branch = tree.get().branches.find(({ id }) => id === late);
    expect(branch?.parent).toEqual({ branch: root, shared: withNote(first, 0, '').length - 1 });
    expect(branch?.records[0]).toBe(first[0]);
  });

  it('come back from what is kept of them, with their causes', () => {
    put();
    const kept = tree.get().branches.map(({ id, name, parent, records }) => ({ id, name, parent: parent?.branch ?? null, records }));
    const causes = tree.get().branches.map(({ cause }) => cause.kind);
    openTree(kept, kept[2].id);
    expect(tree.get().shown).toBe(kept[2].id);
    expect(tree.get().branches.map(({ cause }) => cause.kind)).toEqual(['start', 'again', 'note', 'again']);
    expect(causes).toEqual(['start', 'thought', 'note', 'again']);
  });

  it('go with all that came from them, and come back', () => {
    const { root, early, late, below } = put();
    const before = tree.get().branches;
    const undo = removeBranch(late);
    expect(tree.get().branches.map(({ id }) => id)).toEqual([root, early]);
    expect(tree.get().shown).toBe(root);
    undo?.();
    expect(tree.get().branches).toEqual(before);
    expect(tree.get().shown).toBe(below);
    expect(removeBranch(root)).toBeNull();
    const again = removeBranch(late);
    open(first);
    again?.();
    expect(tree.get().branches).toHaveLength(1);
  });

  it('are no more than can be read', () => {
    open(first);
    const root = tree.get().shown ?? '';
    for (let count = 1; count < mostBranches; count++) sprout(root, first, { kind: 'again', episode: 0, turn: 0 });
    expect(() => sprout(root, first, { kind: 'again', episode: 0, turn: 0 })).toThrow('There are 30 branches; delete one first.');
  });

  it('have names: what was changed, or what a person calls them', () => {
    const { late } = put();
    const now = tree.get();
    expect(now.branches.map((branch) => nameOf(now, branch, tables.en))).toEqual(['Original', 'Ep. 1, turn 2: answer rewritten', 'Note 1 edited', 'From ep. 2, turn 2: played again']);
    expect(branchInWords(now, now.branches[2], tables.en)).toMatch(/^Note 1 edited, from Original, episode 1 \w/);
    renameBranch(late, '  up first ');
    expect(nameOf(tree.get(), tree.get().branches[2], tables.ja)).toBe('up first');
  });

  it('say whether their dice are those of the trial that they came from, and only where there are any', () => {
    put();
    const now = tree.get();
    const [, early, late] = now.branches;
    expect(sampleInWords(now, now.branches[0], tables.en)).toMatch(/^As it was played at first/);
    expect(sampleInWords(now, early, tables.en)).toBe('From “Original”: same task, same dice (seed 7). After the change a new sample.');
    expect(sampleInWords(now, { ...late, cause: { kind: 'note', episode: 0, author: 'policy' } }, tables.en)).toMatch(/a new sample from other dice; after it the dice are the same again \(seed 7\)/);
    const reseeded = sampleInWords(now, { ...early, cause: { kind: 'sampling', episode: 0, turn: 1, seed: 9 } }, tables.en);
    expect(reseeded).toMatch(/other dice \(seed 9\)/);
    expect(reseeded).not.toMatch(/same dice/);
    for (const policy of ['person', 'teacher:greedy']) {
      const by = early.view.episodes.map((episode) => ({ ...episode, turns: episode.turns.map(({ response, acted }) => ({ response: { ...response, policy }, acted })) }));
      expect(sampleInWords(now, { ...early, view: { ...early.view, episodes: by } }, tables.en)).toBe('From “Original”, on the same task.');
    }
  });
});

describe('lanes', () => {
  it('stand in an order in which no line crosses another, later forks nearer to their parent', () => {
    const { root, early, late, below } = put();
    const { lanes } = lanesOf(tree.get());
    expect(lanes.map(({ branch }) => branch.id)).toEqual([root, late, below, early]);
    for (const lane of lanes) {
      for (const { x, top, bottom } of lane.verticals) if (top && bottom) expect(x).toBeLessThanOrEqual(lane.from);
    }
  });

  it('leave the lane that was played where they part, also where their parent had not begun there yet', () => {
    const { root, late } = put();
    const records = tree.get().branches.find(({ id }) => id === late)?.records ?? [];
    const before = sprout(late, trialOf(' y<action> down</action>', beforeTurn(records, 0, 1)), { kind: 'again', episode: 0, turn: 1 });
    const { lanes } = lanesOf(tree.get());
    const at = (id: string): number => lanes.findIndex(({ branch }) => branch.id === id);
    expect(lanes[at(before)].depth).toBe(1);
    // The line down to it begins at the lane of the first trial, and where that one is.
    const { fork } = lanes[at(before)];
    expect(lanes[at(root)].verticals).toContainEqual({ x: fork, top: false, bottom: true });
    for (const lane of lanes) for (const { x, top } of lane.verticals) if (!top) expect(x).toBeGreaterThanOrEqual(lane.from);
  });

  it('have the same moment at the same place, and only what is their own', () => {
    put();
    const { lanes, x, nearest } = lanesOf(tree.get());
    const [whole, noted] = lanes;
    expect(whole.stops.filter(({ kind }) => kind === 'end')).toHaveLength(2);
    expect(Math.max(...lanes.map(({ to }) => to))).toBe(1);
    expect(noted.stops[0]).toMatchObject({ kind: 'note', byPerson: true });
    expect(noted.fork).toBe(x({ episode: 0, turn: episodes[0].turns.length }));
    expect(noted.stops.every((stop) => stop.x > (noted.fork ?? 1))).toBe(true);
    for (const place of [{ episode: 0, turn: 0 }, { episode: 1, turn: 1 }]) expect(nearest(whole.branch.view, x(place))).toEqual(place);
  });
});

describe('two in step', () => {
  const other = trialOf(' quick<action> up</action>', beforeTurn(first, 1, 1));
  const [a, b] = [fold(first), fold(other)];

  it('differ first where one says or does something else', () => {
    expect(firstDifference(a, a)).toBeNull();
    const difference = firstDifference(a, b);
    expect(difference).toEqual({ kind: 'turn', episode: 1, turn: 1 });
    expect(difference && momentOf(difference)).toEqual({ episode: 1, turn: 2, beat: null });
    const noted = fold(withNote(first, 0, 'go up'));
    expect(firstDifference(a, noted)).toEqual({ kind: 'note', episode: 0, turn: episodes[0].turns.length });
    expect(firstDifference(a, fold(first.slice(0, 4)))).toMatchObject({ kind: 'turn', episode: 0, turn: 1 });
  });

  it('have one timeline, as long as both in every episode', () => {
    const cut = fold(beforeTurn(first, 0, 1));
    expect(timelineOf(cut, b).episodes.map(({ turns }) => turns.length)).toEqual(b.episodes.map(({ turns }) => turns.length));
    expect(timelineOf(cut, b)).toBe(timelineOf(cut, b));
    expect(sideAt(cut, { episode: 1, turn: 0 })).toEqual({ kind: 'none', over: false });
    expect(sideAt(cut, { episode: 0, turn: 3 })).toMatchObject({ kind: 'here', turn: 1, ended: true });
  });

  it('are compared word by word, cells whole', () => {
    expect(pieces('locked box (4, 2) left', 'locked box (3, 2) left')).toEqual([
      [{ text: 'locked box ', same: true }, { text: '(4, 2) ', same: false }, { text: 'left', same: true }],
      [{ text: 'locked box ', same: true }, { text: '(3, 2) ', same: false }, { text: 'left', same: true }],
    ]);
    expect(pieces('', 'new')).toEqual([[], [{ text: 'new', same: false }]]);
    for (const [left, right] of [['a b c d', 'b d e'], ['', ''], ['x  y', 'y x']] as const) {
      const [l, r] = pieces(left, right);
      expect(l.map(({ text }) => text).join('')).toBe(left);
      expect(r.map(({ text }) => text).join('')).toBe(right);
      const same = (list: typeof l): string => list.filter((piece) => piece.same).map(({ text }) => text.trim()).join(' ');
      expect(same(l)).toBe(same(r));
    }
  });
});
