/** What is said of the temperature that odds are shown at, in Japanese. */
import type { temperatureEn } from './temperature.en.ts';

export const temperatureJa: typeof temperatureEn = {
  label: '確率の温度',
  own: '1：モデルの確率',
  played: (temperature) => `${temperature}：実行時`,
  how: '何が変わるか',
  help: '1 ではモデル自身の確率そのもので、リンクとファイルにはこれが残ります。他の温度では、同じ思考の後で、答えのトークンを一つずつ重み付けし直します：合法な答えにつながるトークンについて p^(1/T)。そこで書けるそれ以外はまとめて一つのトークンと数えるので、その確率は 1 未満では上限、1 超では下限としてしか分かりません。プレイ時にさらにトークンを絞る top-p と top-k は含みません。思考は重み付けしません：他のトークンのうち残っているのは上位だけです。',
  at: (sentence, temperature) => `温度 ${temperature}。${sentence}`,
  atMost: (share) => `合法な答え以外：高くても ${share}。`,
  atLeast: (share) => `合法な答え以外：低くても ${share}。`,
};
