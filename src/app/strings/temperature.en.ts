/** What is said of the temperature that odds are shown at, in English. */
export const temperatureEn = {
  label: 'Odds at temperature',
  own: '1: its own odds',
  played: (temperature: number) => `${temperature}: as played`,
  how: 'What this does',
  help:
    'At 1 these are the odds that the model itself gives, exactly; links and files keep those. At another temperature each token of the answer is weighed anew: p^(1/T), over the tokens that lead to a legal answer, after the same thought. Everything else it could write there counts as one token, so how likely that is can only be told as at most (below 1) or at least (above 1). Top-p and top-k, which also cut unlikely tokens away when it plays, are left out. A thought is not weighed: of its other tokens only the likeliest are kept.',
  at: (sentence: string, temperature: string) => `At temperature ${temperature}. ${sentence}`,
  atMost: (share: string) => `Anything but a legal answer: at most ${share}.`,
  atLeast: (share: string) => `Anything but a legal answer: at least ${share}.`,
};
