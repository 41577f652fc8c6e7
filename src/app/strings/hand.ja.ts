import type { handEn } from './hand.en.ts';

export const handJa: typeof handEn = {
  own: {
    named: (kind) => `自作の面 · ${kind}`,
    title: '自作の面',
    task: '課題',
    draw: '面を描く',
    edit: '編集',
    drop: 'シードを使う',
    seedless: '面そのものが試行に残ります。シードはありません。',
    person: 'あなた',
    personHelp: 'あなたが遊びます。方策はこの画面の前の人です。',
  },
};
