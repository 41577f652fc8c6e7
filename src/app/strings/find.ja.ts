/** What the search inside a trial says, in Japanese. */
import type { findEn } from './find.en.ts';

export const findJa: typeof findEn = {
  open: 'この試行の中を検索',
  placeholder: '思考・返答・覚え書き・プロンプト',
  previous: '前の一致',
  next: '次の一致',
  close: '検索をやめる',
  of: (n, all) => `${all} 件中 ${n}`,
  found: (n) => `${n} 件`,
  none: '見つかりません',
  turn: (episode, turn) => `エピソード ${episode}・ターン ${turn}`,
  afterwards: (episode) => `エピソード ${episode} の後`,
  kinds: { read: '読んだ文', thought: '思考', answer: '返答', note: '覚え書き' },
  read: (block) => `読んだ文：${block}`,
};
