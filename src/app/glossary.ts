/** Words and symbols of the papers, as this page uses them. */
import type { LessonText } from './lessons/schema.ts';

interface GlossaryEntry {
  /** under which lessons name it */
  readonly id: string;
  /** as the papers write it, where it has a symbol */
  readonly symbol?: string;
  readonly name: LessonText;
  readonly meaning: LessonText;
  /** a formula in plain text */
  readonly formula?: string;
  readonly source?: string;
}

const lamer = 'LaMer, arXiv 2512.16848';
const empo2 = 'EMPO², arXiv 2602.23008';
const gigpo = 'GiGPO, arXiv 2505.10978';

export const glossary: readonly GlossaryEntry[] = [
  {
    id: 'task',
    name: { en: 'Task', ja: '課題' },
    meaning: {
      en: 'One board of a world. All episodes of a trial play the same one, so what was learnt about it stays true.',
      ja: '世界の盤面一つ。試行のすべてのエピソードが同じ盤面なので、わかったことはそのまま通用します。',
    },
  },
  {
    id: 'turn',
    symbol: 't',
    name: { en: 'Turn', ja: '手番' },
    meaning: { en: 'One reply of the policy: a thought and an action. In Sokoban the action holds up to three moves.', ja: '方策の返答一回。思考と行動からなり、倉庫番では最大三手です。' },
  },
  {
    id: 'episode',
    symbol: 'n',
    name: { en: 'Episode', ja: 'エピソード' },
    meaning: { en: 'One try at the task, from the start of the board to a win, a loss or the last turn.', ja: '課題への一回の挑戦。盤面の最初から、勝ち、負け、または最後の手番まで。' },
    source: lamer,
  },
  {
    id: 'trial',
    symbol: 'τ',
    name: { en: 'Trial', ja: '試行' },
    meaning: { en: 'Up to N episodes of one task, one after the other, with what memory hands on. LaMer has N = 3.', ja: '一つの課題の、最大 N 回の連続したエピソードと、記憶が引き継ぐもの。LaMer では N = 3。' },
    source: lamer,
  },
  {
    id: 'note',
    name: { en: 'Note (reflection)', ja: '覚え書き（振り返り）' },
    meaning: {
      en: 'Text that the policy writes after a lost episode and reads before the next. It is the only thing that can carry over when memory is “Notes”.',
      ja: '負けた後に方策が書き、次の前に読む文。記憶が「覚え書き」のとき、引き継がれるのはこれだけです。',
    },
  },
  {
    id: 'memory',
    symbol: 'H^(n)',
    name: { en: 'Memory', ja: '記憶' },
    meaning: { en: 'What episode n is given of the earlier ones: nothing, the notes, the history, or both.', ja: 'エピソード n に渡される、それまでのこと。なし、覚え書き、履歴、またはその両方。' },
    source: lamer,
  },
  {
    id: 'policy',
    symbol: 'π_θ(a | s, H)',
    name: { en: 'Policy', ja: '方策' },
    meaning: {
      en: 'The language model with its weights θ: how likely each reply a is, given the board s and the memory H. The weights do not change during a trial; what it reads does.',
      ja: '重み θ をもつ言語モデル。盤面 s と記憶 H のもとで各返答 a がどれだけ起こりやすいか。試行中に重みは変わらず、読むものが変わります。',
    },
  },
  {
    id: 'pk',
    symbol: 'p@k',
    name: { en: 'Success within k episodes', ja: 'k 回以内の成功率' },
    meaning: {
      en: 'Share of tasks won within k episodes in a row. p@1 knows no memory; what lies between p@1 and p@3 is what later tries add, by luck or by what was learnt.',
      ja: '連続する k 回のエピソード以内に勝った課題の割合。p@1 に記憶は関わりません。p@1 と p@3 の差が、後の挑戦による上積み（運か学びか）です。',
    },
    source: lamer,
  },
  {
    id: 'lift',
    name: { en: 'Note lift', ja: '覚え書きの効果' },
    meaning: { en: 'How much likelier the next episode is won with this note than with none, on the same task, with its interval.', ja: '同じ課題で、この覚え書きがあると次に勝つ確率がどれだけ上がるか。区間つき。' },
    formula: 'P(win | note) − P(win | no note)',
  },
  {
    id: 'reward',
    symbol: 'r_t',
    name: { en: 'Reward', ja: '報酬' },
    meaning: { en: 'What the world pays for a turn. Here 10 for the turn that wins, else 0.', ja: '一手番に世界が払うもの。ここでは勝った手番に 10、ほかは 0。' },
  },
  {
    id: 'gamma_step',
    symbol: 'γ_step',
    name: { en: 'Discount inside an episode', ja: 'エピソード内の割引率' },
    meaning: { en: 'How much a reward is worth one turn earlier. 0.95 in LaMer.', ja: '報酬が一手番前にどれだけの価値をもつか。LaMer では 0.95。' },
    source: lamer,
  },
  {
    id: 'gamma_traj',
    symbol: 'γ_traj',
    name: { en: 'Discount across episodes', ja: 'エピソード間の割引率' },
    meaning: {
      en: 'How much an earlier episode earns from the next one’s success. 0: each episode for itself. Near 1: an early episode may be spent on finding out. LaMer uses 0.6 to 0.9.',
      ja: '次のエピソードの成功から、前のエピソードがどれだけ得るか。0 なら各エピソードは自分だけのため。1 に近いと、早い回を探索に使えます。LaMer では 0.6 から 0.9。',
    },
    source: lamer,
  },
  {
    id: 'g',
    symbol: 'g_t^(n)',
    name: { en: 'Return inside an episode', ja: 'エピソード内の収益' },
    meaning: { en: 'Discounted rewards from turn t to the end of its own episode.', ja: '手番 t から、そのエピソードの終わりまでの割り引かれた報酬。' },
    formula: 'g_t^(n) = Σ_{l≥t} γ_step^(l−t) · r_l^(n)',
    source: lamer,
  },
  {
    id: 'G',
    symbol: 'G_t^(n)',
    name: { en: 'Return across episodes', ja: 'エピソードをまたぐ収益' },
    meaning: {
      en: 'The same plus what all later episodes earn, discounted per episode. This is the paper’s idea: a turn, and a note, is credited with the success that it makes possible later.',
      ja: '上に、後のすべてのエピソードの収益をエピソードごとに割り引いて加えたもの。論文の要点：手番や覚え書きが、後に可能にした成功によって評価されます。',
    },
    formula: 'G_t^(n) = g_t^(n) + Σ_{m>n} γ_traj^(m−n) · g_0^(m)',
    source: lamer,
  },
  {
    id: 'advantage',
    symbol: 'A',
    name: { en: 'Advantage', ja: 'アドバンテージ' },
    meaning: { en: 'How much better a reply did than the others that it is compared with. Training makes replies with A > 0 likelier.', ja: '比べる相手より、ある返答がどれだけ良かったか。訓練は A > 0 の返答を起こりやすくします。' },
  },
  {
    id: 'A_episode',
    symbol: 'A_episode',
    name: { en: 'Advantage of an episode', ja: 'エピソードのアドバンテージ' },
    meaning: { en: 'An episode’s score less the mean over the group: other trials of the same task.', ja: 'エピソードの得点から、同じ課題の試行群での平均を引いたもの。' },
    source: gigpo,
  },
  {
    id: 'A_step',
    symbol: 'A_step',
    name: { en: 'Advantage of a step', ja: '手番のアドバンテージ' },
    meaning: { en: 'A turn’s return less the mean over turns of the group that met the very same state.', ja: '手番の収益から、群の中でまったく同じ状態に出会った手番での平均を引いたもの。' },
    source: gigpo,
  },
  {
    id: 'omega',
    symbol: 'ω',
    name: { en: 'Weight of steps', ja: '手番の重み' },
    meaning: { en: 'How much the step counts beside the episode. 1 in LaMer.', ja: 'エピソードに対して手番をどれだけ重くみるか。LaMer では 1。' },
    formula: 'A = A_episode + ω · A_step',
    source: gigpo,
  },
  {
    id: 'rho',
    symbol: 'ρ',
    name: { en: 'Probability ratio', ja: '確率比' },
    meaning: {
      en: 'How likely a token is now over how likely it was when it was sampled. In EMPO²’s off-policy updates: its probability without the tips over that with them.',
      ja: 'トークンの現在の確率を、標本化したときの確率で割った比。EMPO² の方策外更新では、ヒントなしの確率をヒントありの確率で割ったもの。',
    },
    formula: 'ρ = π_θ(a | s) / π_old(a | s)',
    source: 'PPO, arXiv 1707.06347',
  },
  {
    id: 'epsilon',
    symbol: 'ε',
    name: { en: 'Clip range', ja: 'クリップ幅' },
    meaning: { en: 'How far ρ may move an update: beyond 1 ± ε a step brings no more gain. 0.2 in LaMer.', ja: '更新で ρ が動ける幅。1 ± ε を超えると利得は増えません。LaMer では 0.2。' },
    formula: 'min(ρ·A, clip(ρ, 1−ε, 1+ε)·A)',
    source: 'PPO, arXiv 1707.06347',
  },
  {
    id: 'beta',
    symbol: 'β',
    name: { en: 'Weight of the KL term', ja: 'KL 項の重み' },
    meaning: { en: 'How strongly training is held near the model it began with. LaMer has none.', ja: '訓練を、出発点のモデルの近くにどれだけ強くとどめるか。LaMer では 0。' },
    formula: '− β · KL(π_θ ‖ π_ref)',
  },
  {
    id: 'p',
    symbol: 'p',
    name: { en: 'Share of rollouts with tips', ja: 'ヒントつきの割合' },
    meaning: { en: 'How often EMPO² lets the policy read tips of earlier trials while it collects data. 0.25.', ja: 'EMPO² がデータ収集中に、以前の試行のヒントを読ませる頻度。0.25。' },
    source: empo2,
  },
  {
    id: 'q',
    symbol: 'q',
    name: { en: 'Share of off-policy updates', ja: '方策外更新の割合' },
    meaning: { en: 'How often a rollout with tips teaches the policy without tips, so that the weights learn what memory knew. 2/3.', ja: 'ヒントつきの経験で、ヒントなしの方策を教える頻度。記憶の知識が重みに移ります。2/3。' },
    source: empo2,
  },
  {
    id: 'delta',
    symbol: 'δ',
    name: { en: 'Mask threshold', ja: 'マスクのしきい値' },
    meaning: { en: 'Tokens less likely than δ are left out of such an update, because their ratio is wild.', ja: '確率が δ より小さいトークンは、比が荒れるため更新から外されます。' },
    source: empo2,
  },
  {
    id: 'intrinsic',
    symbol: '1/n',
    name: { en: 'Intrinsic reward', ja: '内発的報酬' },
    meaning: { en: 'Pay for a state that was met n times before: much for new ones, ever less for known ones.', ja: 'すでに n 回出会った状態への報酬。新しいほど多く、知っているほど少なくなります。' },
    source: empo2,
  },
];
