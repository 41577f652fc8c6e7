/** The lessons that come with the page, and the tour. Their trials were played by Scout (see cli/makeLessonTrials.ts); their text fits any such trial. Pure. */
import { parseLesson, type Lesson } from './schema.ts';
import trials from './trials.json' with { type: 'json' };

export interface Bundled {
  readonly id: string;
  readonly lesson: Lesson;
  /** a link with the trial that it speaks of; null: whatever is on stage */
  readonly trial: string | null;
}

export const tour: Bundled = {
  id: 'tour',
  trial: null,
  lesson: parseLesson({
    version: 1,
    title: { en: 'A look around', ja: 'ひとめぐり' },
    minutes: 1,
    steps: [
      {
        text: {
          en: 'This is one **trial**: a small language model tries the same task up to three times. Each board is an **episode**. Press one to see it below.',
          ja: 'これは一つの**試行**です。小さな言語モデルが、同じ課題に三回まで挑みます。盤面の一つ一つが**エピソード**で、押すと下に表示されます。',
        },
        point: 'strip',
      },
      {
        text: {
          en: 'Between two episodes stands a **note**. The model wrote it to itself after it lost, and reads it before it tries again.',
          ja: 'エピソードの間にあるのが**覚え書き**です。負けた後にモデルが自分に宛てて書き、次に挑む前に読みます。',
        },
        point: 'note',
      },
      {
        text: {
          en: 'The board, turn by turn. **Space** plays and pauses, the arrow keys step.',
          ja: '盤面の一手ごとの様子です。**スペース**で再生と一時停止、矢印キーで一手ずつ進みます。',
        },
        point: 'transport',
      },
      {
        text: {
          en: 'What the model thought and did in each turn, word for word; beside the board, exactly what it had read.',
          ja: '各手番の思考と行動が一語一句そのまま並びます。盤面の横には、読んだものがそのまま出ます。',
        },
        point: 'thoughts',
      },
      {
        text: {
          en: 'Here it gets interesting: **edit** a note and run on from there, or **measure its lift**: how much likelier a win is with it than without.',
          ja: 'ここからが面白いところ。覚え書きを**編集**して続きを実行したり、**効果を測って**、それがあると勝つ確率がどれだけ上がるかを調べられます。',
        },
        point: 'edit',
      },
      {
        text: {
          en: '**Run live** loads the model into this tab and plays a new trial; nothing is sent anywhere. Go on with the three **lessons**; the papers’ symbols are under **Help**.',
          ja: '**実行**でモデルをこのタブに読み込み、新しい試行を始めます。どこにも何も送られません。続きは三つの**授業**でどうぞ。論文の記号は**ヘルプ**にあります。',
        },
        point: 'run',
      },
    ],
  }),
};

export const lessons: readonly Bundled[] = [
  {
    id: 'repeat',
    trial: trials.repeat,
    lesson: parseLesson({
      version: 1,
      title: { en: 'Why agents repeat failures', ja: 'エージェントはなぜ失敗を繰り返すのか' },
      minutes: 3,
      steps: [
        {
          text: {
            en: 'Three episodes of one board, and **no memory**. Each starts knowing nothing of the ones before. This is how most agents are run: every try is the first.\n\nHere is how the first one ended.',
            ja: '一つの盤面の三つのエピソード、**記憶なし**。どの回も、前のことを何も知らずに始まります。多くのエージェントはこう動いています。毎回が初めてなのです。\n\nこれは最初の回の終わりです。',
          },
          show: { episode: 0, turn: 'end' },
          point: 'stage',
        },
        {
          text: {
            en: 'Episode 2, before its first turn. On the right is **everything** the policy reads: the rules, the board. Not a word about the mine it has just stepped on.\n\nThe [[policy|policy]] is a function of its text. Same weights, same text: the same chances.',
            ja: 'エピソード 2 の最初の手番の前。右にあるのが、方策が読む**すべて**です。規則と盤面だけで、さっき踏んだ地雷のことは一言もありません。\n\n[[policy|方策]] は読んだ文の関数です。同じ重み、同じ文なら、同じ確率です。',
          },
          show: { episode: 1, turn: 0 },
          point: 'reader',
        },
        {
          text: {
            en: 'So it goes the same way again. Only the dice of sampling differ, and with them, by luck, sometimes the end.\n\nThe ring marks on the scrubber show a loss at the **same place** as before.',
            ja: 'だから同じ道をたどります。違うのは標本化のさいころだけで、運がよければ結末も変わる、それだけです。\n\nつまみの上の丸い矢印は、前と**同じところ**で負けた印です。',
          },
          show: { episode: 1, turn: 'end' },
          point: 'transport',
        },
        {
          text: {
            en: 'Was it a mistake or bad luck? **Truth** shows what the rules know: the exact chance of a mine on every cell, before the last click. A player with a memory would not need the odds: one of these cells it has already paid for.',
            ja: '間違いだったのか、不運だったのか。**真実**は、規則からわかること、つまり最後のクリックの前の、各マスの地雷の正確な確率を示します。記憶があれば確率はいりません。一つのマスは、もう授業料を払って知っているのですから。',
          },
          show: { episode: 2, turn: 'end', overlay: 'truth' },
          point: 'overlay',
        },
        {
          text: {
            en: 'Now give the same policy a memory from episode 2 on. It is asked for a note after its loss, and reads it before it plays. The strip you see stays; a **branch** grows beside it.',
            ja: '同じ方策に、エピソード 2 から記憶を与えてみましょう。負けた後に覚え書きを求められ、次の前にそれを読みます。今の列は残り、横に**枝**が伸びます。',
          },
          show: { episode: 0, turn: 'end' },
          act: 'remember',
          point: 'strip',
        },
        {
          text: {
            en: 'One trial proves little: it may win by luck, or write a note that misleads. That is why the page **measures**: next lesson.\n\nIn numbers: what three blind tries win together is [[pk|p@k]] without memory. What a memory adds on top is what it is worth.',
            ja: '一回の試行ではほとんど何もわかりません。運で勝つことも、人を惑わす覚え書きを書くこともあります。だからこのページは**測ります**。それが次の授業です。\n\n数で言えば、三回の当てずっぽうが合わせて勝つ割合が、記憶なしの [[pk|p@k]] です。その上に積まれる分が、記憶の価値です。',
          },
        },
      ],
    }),
  },
  {
    id: 'note',
    trial: trials.note,
    lesson: parseLesson({
      version: 1,
      title: { en: 'A note as memory', ja: '記憶としての覚え書き' },
      minutes: 4,
      steps: [
        {
          text: {
            en: 'A Sokoban level: push every box onto a target. Boxes can not be pulled: one pushed where it can never reach a target is lost. Episode 1 was not won. Then the policy wrote itself a [[note|note]].',
            ja: '倉庫番の盤面です。すべての箱を目標に押します。箱は引けません。目標に届かないところへ押した箱は、もう戻せません。エピソード 1 は勝てませんでした。そして方策は自分に[[note|覚え書き]]を書きました。',
          },
          show: { episode: 0, turn: 'end' },
          point: 'note',
        },
        {
          text: {
            en: 'It names the push that locked a box, and which pushes to begin with. Rows and columns count from 0. Point at the numbers: the cell lights up on the board.',
            ja: 'どの押しが箱を動けなくしたか、どの押しから始めるかが書かれています。行と列は 0 から数えます。数字を指すと、盤面のマスが光ります。',
          },
          show: { episode: 0, turn: 'end' },
          point: 'note',
        },
        {
          text: {
            en: 'The next episode begins. Under **Memory** stands the note, word for word. This is the only way in which the loss can matter: no weight has changed.',
            ja: '次のエピソードが始まります。**記憶**の欄に覚え書きがそのままあります。負けたことが効く道はこれだけです。重みは少しも変わっていません。',
          },
          show: { episode: 1, turn: 0 },
          point: 'reader',
        },
        {
          text: {
            en: 'Does it help, or was the win luck? **Measure its lift**: the next episode is played 32 times with this note, 32 times with none, and 32 times with notes from other boards. It takes a minute or two, in the background.',
            ja: '役に立ったのか、勝ったのは運か。**効果を測り**ましょう。次のエピソードを、この覚え書きありで 32 回、なしで 32 回、別の盤面の覚え書きで 32 回行います。裏で一、二分かかります。',
          },
          show: { episode: 1, turn: 0 },
          point: 'lift',
          act: 'measure',
        },
        {
          text: {
            en: 'Read the figure with its **interval**: where it holds 0, the note may as well have done nothing. And look at the control: if notes from other boards lift as much, it is not what the note says that helps.\n\nPress the figure for the details.',
            ja: '数字は**区間**と一緒に読みます。区間に 0 が入るなら、何もしていないのと変わらないかもしれません。対照も見てください。別の盤面の覚え書きでも同じだけ上がるなら、効いているのは書かれた内容ではありません。\n\n数字を押すと詳しく見られます。',
          },
          point: 'lift',
        },
        {
          text: {
            en: 'Now **edit** the note. Make it wrong, or vague, or better than it was, and run from there. The editor marks words the policy has never met: it can only follow what it has learnt to read.',
            ja: '覚え書きを**編集**してみましょう。間違いにしても、あいまいにしても、より良くしてもかまいません。そこから実行します。見たことのない語には印がつきます。読めるように学んだことにしか従えないのです。',
          },
          point: 'edit',
          act: 'edit',
        },
        {
          text: {
            en: 'A branch run from an edited note stands beside the old one, on the same task with the same dice: what differs comes from the words.\n\nTraining does the same at scale: notes that lead to wins become likelier. How that credit is counted is the next lesson.',
            ja: '編集した覚え書きから実行した枝は、同じ課題・同じさいころで、元の枝の横に並びます。違いは言葉から来ています。\n\n訓練はこれを大規模に行います。勝ちにつながる覚え書きが書かれやすくなるのです。その功績の数え方が次の授業です。',
          },
          point: 'branches',
        },
      ],
    }),
  },
  {
    id: 'explore',
    trial: trials.explore,
    lesson: parseLesson({
      version: 1,
      title: { en: 'Explore, then exploit', ja: '探索し、それから活かす' },
      minutes: 4,
      steps: [
        {
          text: {
            en: 'MineSweeper, the same mines in every episode. Episode 1 was lost, and was worth having: **Visits** shows what it opened. All of that stays true.',
            ja: 'マインスイーパー。地雷はどのエピソードでも同じ場所です。エピソード 1 は負けましたが、無駄ではありません。**訪問**は、開けたマスを示します。そのすべてが、次でも正しいままです。',
          },
          show: { episode: 0, turn: 'end', overlay: 'visits' },
          point: 'stage',
        },
        {
          text: {
            en: 'The note hands it on: where the mine is, where blanks and numbers are. It speaks of this board and no other.',
            ja: '覚え書きがそれを引き継ぎます。地雷の場所、空きや数字の場所。この盤面のことだけを語ります。',
          },
          show: { episode: 0, turn: 'end' },
          point: 'note',
        },
        {
          text: {
            en: 'Episode 2 **exploits**: it opens what the note names. A thought that begins with `note` does what the note says; `not` avoids what it warns of.',
            ja: 'エピソード 2 は**活かします**。覚え書きにあるマスを開けるのです。`note` で始まる思考は覚え書きに従い、`not` は警告された所を避けます。',
          },
          show: { episode: 1, turn: 'end' },
          point: 'thoughts',
        },
        {
          text: {
            en: 'Would a policy learn to look around at first? If each episode is scored alone, no: a click that finds out but does not win earns nothing. Its return is [[g|g]].',
            ja: '方策は、まず見て回ることを学ぶでしょうか。各エピソードを単独で採点すれば、学びません。わかるだけで勝てないクリックは何も得ないからです。その収益は[[g|g]]です。',
          },
          show: { episode: 0, turn: 'end' },
        },
        {
          text: {
            en: 'LaMer’s idea: let credit cross episodes. A turn of episode 1, and the note after it, also earn what **later** episodes win, discounted by [[gamma_traj|γ_traj]]. That return is [[G|G]].\n\nExample: episode 3 wins 10 on its 7th turn, γ_step 0.95, γ_traj 0.6. Every turn of episode 1 then earns 2.65, though it was lost; with γ_traj = 0 it earns nothing.',
            ja: 'LaMer の考えは、功績がエピソードをまたぐことです。エピソード 1 の手番も、その後の覚え書きも、**後の**エピソードの勝ちを [[gamma_traj|γ_traj]] で割り引いて受け取ります。その収益が [[G|G]] です。\n\n例：エピソード 3 が 7 手目で 10 を得て、γ_step 0.95、γ_traj 0.6 のとき、負けたエピソード 1 の各手番も 2.65 を得ます。γ_traj = 0 なら 0 です。',
          },
          show: { episode: 0, turn: 'end' },
          point: 'strip',
        },
        {
          text: {
            en: 'On the **wall** stand many trials. Count those that were lost at first and won with a note: the gap between p@1 and p@3 ([[pk|p@k]]) is what a second and third try are worth.',
            ja: '**ウォール**には多くの試行が並びます。最初は負けて、覚え書きで勝ったものを数えてみてください。p@1 と p@3（[[pk|p@k]]）の差が、二回目、三回目の価値です。',
          },
          show: { scene: 'wall' },
        },
        {
          text: {
            en: 'Behind the door **Train** you can do it: train an adapter with γ_traj = 0 and with 0.6, and compare their p@3. That contrast isolates the idea.',
            ja: '**訓練する**の扉の先で、実際に試せます。γ_traj = 0 と 0.6 でアダプターを訓練し、p@3 を比べてください。この対比が、考えの核心を取り出します。',
          },
          point: 'doors',
        },
      ],
    }),
  },
];
