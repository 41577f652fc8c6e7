/** What the settings are called and what they do, in Japanese. */
import type { SettingHelp, SettingName } from './settings.ts';
import type { settingsEn } from './settings.en.ts';

export const settingsJa = {
  names: {
    world: '世界',
    'trial.episodes': 'エピソード数', 'trial.memory': '記憶', 'trial.thought': '考え',
    'rollout.tasks': '1 反復のタスク数', 'rollout.group': 'タスクごとの試行数',
    'credit.horizon': '範囲', 'credit.gammaStep': 'γ_step', 'credit.gammaTraj': 'γ_traj', 'credit.returns': 'リターン', 'credit.scores': '得点',
    'advantage.estimator': '推定法', 'advantage.norm': '正規化', 'advantage.stepWeight': 'ω', 'advantage.anchorScope': 'アンカーの範囲', 'advantage.baselineScope': 'ベースラインの範囲', 'advantage.invalidPenalty': '無効の罰', 'advantage.gaeLambda': 'λ（GAE）',
    'objective.clipLow': '下のクリップ', 'objective.clipHigh': '上のクリップ', 'objective.dualClip': 'デュアルクリップ', 'objective.kl': 'KL の重み', 'objective.entropy': 'エントロピー', 'objective.average': '平均', 'objective.epochs': 'エポック', 'objective.steps': '最適化ステップ', 'objective.valueWeight': '価値の重み',
    'optimizer.rate': '学習率', 'optimizer.warmup': 'ウォームアップ', 'optimizer.beta1': 'β₁', 'optimizer.beta2': 'β₂', 'optimizer.eps': 'ε', 'optimizer.decay': '重み減衰', 'optimizer.clipNorm': '勾配クリップ',
    'adapter.rank': 'ランク', 'adapter.alpha': 'α', 'adapter.targets': '対象',
    'evaluation.episodes': 'エピソード数', 'evaluation.memory': '記憶', 'evaluation.every': '間隔（反復）', 'evaluation.tasks': 'タスク数', 'evaluation.temperature': '温度', 'evaluation.topP': 'Top-p', 'evaluation.topK': 'Top-k',
    'schedule.iterations': '反復', 'schedule.seed': 'シード',
    'settings.size': '大きさ', 'settings.boxes': '箱の数', 'settings.mines': '地雷の数', 'settings.turns': 'ターン数', 'settings.movesPerTurn': '1 ターンの手数', 'settings.minSolution': '最短解の下限', 'settings.maxSolution': '最短解の上限', 'settings.firstClick': '最初のクリック', 'settings.reward': '報酬', 'settings.fidelity': '忠実さ',
  },
  help: {
    'trial.episodes': '訓練での 1 試行の最大エピソード数。成功すると終わります。', 'trial.memory': '訓練中、後のエピソードに渡すもの。', 'trial.thought': 'none：考えを書かずにすぐ行動します。',
    'rollout.tasks': '1 反復でプレイするタスクの数。', 'rollout.group': '互いに比べる、同じタスクの試行の数。',
    'credit.horizon': 'episode：自分のエピソードの報酬だけ（γ_traj = 0 と同じ）。', 'credit.gammaStep': 'エピソード内のターンごとの割引。', 'credit.gammaTraj': 'エピソードごとの割引。0 でエピソードを越えません。', 'credit.returns': 'released：公開コードの漸化式（後のエピソードも γ_step で割引）。', 'credit.scores': 'released：エピソード自身の和、覚え書きは 0、罰は中心化の前。',
    'advantage.estimator': 'リターンをアドバンテージにする方法。', 'advantage.norm': '引くもの：なし、平均、または標準偏差でも割る。', 'advantage.stepWeight': '同じ状態の比較の重み（gigpo）。', 'advantage.anchorScope': '同じ状態を組全体で比べるか、エピソード番号ごとか（gigpo）。', 'advantage.baselineScope': 'episode：他の試行の同じエピソード、group：組の全エピソード。', 'advantage.invalidPenalty': '読み取れない応答のアドバンテージから引く値。', 'advantage.gaeLambda': '応答のトークンでの GAE の λ（ppo）。',
    'objective.clipLow': '確率比が 1 から下へどこまで数えられるか。', 'objective.clipHigh': '確率比が 1 から上へどこまで数えられるか。', 'objective.dualClip': '負のアドバンテージでの比の上限。0 でなし。', 'objective.kl': 'アダプターなしの方策からの KL の重み。', 'objective.entropy': 'エントロピー項の重み。', 'objective.average': 'トークン平均か、系列ごとの平均の平均。', 'objective.epochs': '1 反復のデータを使う回数。', 'objective.steps': 'その各回での最適化ステップ数。', 'objective.valueWeight': '価値損失の重み（ppo）。',
    'optimizer.rate': '1 回の最適化ステップでアダプターの重みが動く幅。', 'optimizer.warmup': '学習率が 0 から上がるステップ数。', 'optimizer.beta1': '勾配の平均の減衰。', 'optimizer.beta2': '勾配の二乗の平均の減衰。', 'optimizer.eps': '二乗平均の根に足す値。', 'optimizer.decay': '各ステップで、この割合に学習率を掛けた分だけ重みを縮めます。', 'optimizer.clipNorm': 'これより長い勾配は縮めます。',
    'adapter.rank': 'LoRA 行列のランク。', 'adapter.alpha': '更新は α / ランク倍されます。', 'adapter.targets': 'アダプターを付ける射影。',
    'evaluation.episodes': '検証での 1 試行の最大エピソード数。', 'evaluation.memory': '検証で後のエピソードに渡すもの。', 'evaluation.every': '検証の間隔（反復数）。0 でしません。', 'evaluation.tasks': 'プレイする検証タスクの数。', 'evaluation.temperature': 'サンプリング温度。0 は常に最も確からしいトークン。', 'evaluation.topP': 'この確率をもつ上位のトークンだけ。', 'evaluation.topK': 'この数の上位のトークンだけ。0 でなし。',
    'schedule.iterations': '訓練の反復数。0 は方策そのまま。', 'schedule.seed': 'タスク、サンプリング、最初の重みのシード。',
    'sokoban.size': 'レベルの行数と列数。外側の壁を含みます。', 'sokoban.boxes': 'レベルの箱の数。', 'sokoban.turns': '1 エピソードのターン数。', 'sokoban.movesPerTurn': '1 回の応答に書ける手の数。', 'sokoban.minSolution': '最短の解はこの手数以上です。', 'sokoban.maxSolution': '最短の解はこの手数以下です。', 'sokoban.reward': 'sparse：成功で 10。shaped：1 手ごとに −0.1、箱を目標に載せると +1、外すと −1、成功で 10。', 'sokoban.fidelity': 'released：論文とともに公開されたコードのとおり、癖と shaped 報酬も含めてプレイします。',
    'minesweeper.size': '盤面の行数と列数。', 'minesweeper.mines': '盤面の地雷の数。方策にも知らされます。', 'minesweeper.turns': '1 エピソードのクリック数。', 'minesweeper.firstClick': '最初のマスを開くのは world（世界。第 1 ターンの前、必ず安全）か policy（方策。地雷のことも）。', 'minesweeper.reward': 'sparse：成功で 10、他は 0。shaped：成功 10、複数のマス 2、1 マス 0.5、地雷 −0.1、効果のないクリック −1。', 'minesweeper.fidelity': 'released：報酬（shaped）、応答の読み方、終わり方が公開コードのとおりで、最初から負けている盤面も含みます。',
  },
  wrong: {
    whole: (name, value, min, max) => `「${name}」は ${value} です。${min} から ${max} の整数にしてください。`,
    real: (name, value, min, max) => `「${name}」は ${value} です。${min} から ${max} の数にしてください。`,
    choice: (name, value, options) => `「${name}」は ${value} です。${options} から選んでください。`,
    several: (name, options) => `「${name}」は ${options} から 1 つ以上選んでください。`,
    above: (name, value, other, otherValue) => `「${name}」は ${value}、「${other}」は ${otherValue} です。前者を下げるか後者を上げてください。`,
    other: 'この値は設定できません。',
  },
} satisfies { readonly names: Readonly<Record<SettingName, string>>; readonly help: Readonly<Record<SettingHelp, string>>; readonly wrong: (typeof settingsEn)['wrong'] };
