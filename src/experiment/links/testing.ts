/** Trials to test links and files with. */
import type { Player, TrialConfig } from '../../trial/contract.ts';
import { episodeReward, fold } from '../../trial/fold.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { playAll } from '../../trial/scheduler.ts';
import { teacher } from '../../trial/teachers/teacher.ts';
import { legal, makeTask, replay, rows, type State, type Task } from '../../worlds/index.ts';
import { hash32 } from '../../worlds/random.ts';
import { decodeLink, encodeLink } from './link.ts';

export function trialOf(task: Task, player: Player, config: Partial<TrialConfig> = {}, seed = -7): TrialRecord[] {
  const trial = hash32('trial', seed) % 1000;
  const sampling = seed % 2 === 0 ? { temperature: 0.7, topP: 0.8, topK: 20 } : undefined;
  return playAll([{ task, config: { episodes: 3, memory: 'reflection', ...config }, style: seed % 3 === 0 ? 'full' : 'brief', seed, trial, sampling }], player)[0];
}

/** Says these answers one after the other, then nothing that could be read. */
export function scripted(answers: readonly string[]): Player {
  let next = 0;
  return { hash: 'script', respond: () => ({ text: answers[next++] ?? 'nothing', tokens: [], finish: 'stop' }) };
}

/** Walks about at random, three moves a turn, and pushes nothing, so that no episode ends early. */
export function wanderer(notes: readonly string[]): Player {
  let [next, drawn] = [0, 0];
  return {
    hash: '0123456789abcdef',
    respond({ purpose, scene }) {
      if (purpose === 'reflect') return { text: `Lost. <remark>${notes[next++] ?? ''}</remark>`, tokens: [], finish: 'stop' };
      let state: State = { ...scene.states[scene.states.length - 1], turn: 0 };
      const moves: string[] = [];
      while (moves.length < 3) {
        const after = legal(state).map((move) => ({ move, state: { ...replay(state, [move]).state, turn: 0, end: null } }));
        const free = after.filter(({ state: then }) => boxes(then) === boxes(state));
        const chosen = free[hash32('move', drawn++) % free.length];
        moves.push(chosen.move);
        state = chosen.state;
      }
      return { text: `I look around. <action>${moves.join(', ')}</action>`, tokens: [], finish: 'stop' };
    },
  };
}

function boxes(state: State): string {
  return state.world === 'sokoban' ? state.boxes.join() : '';
}

/** A trial that a branch has gone on with by another seed: for its first note alone (and back), then from its last turn on. */
export function reseeded(records: readonly TrialRecord[], seed = 77): TrialRecord[] {
  const note = records.findIndex((record) => record.type === 'responded' && record.purpose === 'reflect');
  const last = records.findLastIndex((record) => record.type === 'responded' && record.purpose === 'play');
  const after = records.findIndex((record, index) => index > note && record.type === 'responded');
  const seeds = new Map([[note, seed], [after, fold(records).start.seed], [last, seed + 1]]);
  return records.map((record, index) => (record.type === 'responded' && seeds.has(index) ? { ...record, seed: seeds.get(index) } : record));
}

/** A trial that came in a link without thoughts up to its middle, and was gone on with. */
export function half(records: readonly TrialRecord[]): TrialRecord[] {
  const middle = Math.floor(records.length / 2);
  return [...decodeLink(encodeLink(records)).records.slice(0, middle), ...records.slice(middle)];
}

/** The same trial on a level that a person has drawn. */
export function drawn(records: readonly TrialRecord[]): TrialRecord[] {
  return records.map((record) => (record.type === 'trialStarted' ? { ...record, task: { ...record.task, own: true } } : record));
}

/** Both worlds, both fidelities, all memories, teachers of all kinds, 1 to 4 episodes. */
export function manyTrials(count: number): TrialRecord[][] {
  const memories = ['none', 'reflection', 'history', 'both'] as const;
  const kinds = ['random', 'greedy', 'cautious', 'probing', 'perfect'] as const;
  return Array.from({ length: count }, (_, n) => {
    const fidelity = n % 5 === 4 ? 'released' : 'ours';
    const reward = n % 7 === 0 ? 'shaped' : 'sparse';
    const task =
      n % 2 === 0 ? makeTask('minesweeper', { mines: 3 + (n % 4), turns: 12, fidelity, reward, firstClick: n % 6 === 0 ? 'policy' : 'world' }, n) : makeTask('sokoban', { fidelity, reward }, n);
    return trialOf(task, teacher(kinds[n % kinds.length]), { episodes: 1 + (n % 4), memory: memories[n % 4], ...(n % 3 === 0 ? { reflectAlways: n % 2 === 0 } : {}) }, n);
  });
}

/** All that a link must bring back. */
export function essence(records: readonly TrialRecord[]): unknown {
  const { start, episodes, won } = fold(records);
  return {
    start,
    won,
    episodes: episodes.map((episode) => ({
      boards: episode.states.map(rows),
      turns: episode.turns.map(({ acted, response }) => ({ ...acted, policy: response.policy })),
      reward: episodeReward(episode),
      end: episode.end ?? episode.states.at(-1)?.end ?? null,
      note: episode.note,
      asked: episode.reflection?.policy,
      seeds: [...episode.turns.map(({ response }) => response.seed), episode.reflection?.seed],
    })),
  };
}
