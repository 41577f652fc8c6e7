import { expect, it } from 'vitest';
import { fakeFormat } from '../trial/fakes.ts';
import type { Responded } from '../trial/records.ts';
import { responseLogProbs } from './inspect.ts';
import type { PolicyEngine } from './policyEngine.ts';

const format = fakeFormat();
/** Each token's log-prob is minus its id. */
const engine: PolicyEngine = {
  score: (_, { targets }) => Promise.resolve({ logp: Float32Array.from(targets, (id) => -id), entropy: new Float32Array(targets.length), value: new Float32Array(0) }),
  gradient: () => Promise.reject(new Error('Nobody trains here.')),
};

function responded(purpose: Responded['purpose'], fresh: boolean, text: string, policy = 'p'): Responded {
  const ids = format.encode(text);
  return { type: 'responded', purpose, prompt: { fresh, messages: [], ids: format.encode('?') }, text, ids, logprobs: policy === 'person' ? [] : ids.map(() => -1), finish: 'stop', policy, template: format.hash };
}

it('The action’s log-prob is that of the answer after its thought; a note and an answer without an action count whole, a person’s not at all', async () => {
  const action = '<action>up</action>';
  const records = [
    responded('play', true, `hm ${action}`),
    responded('play', false, 'I would not know'),
    responded('play', false, action, 'person'),
    responded('play', false, action),
    responded('reflect', false, '<remark>left</remark>'),
    responded('play', true, `once more ${action}`),
  ];
  const of = (text: string): number => format.encode(text).reduce((sum, id) => sum - id, 0);
  const { whole, action: alone } = await responseLogProbs(records, null, engine, 1000, format);
  expect(whole).toEqual([of(`hm ${action}`), of('I would not know'), 0, of(action), of('<remark>left</remark>'), of(`once more ${action}`)]);
  expect(alone).toEqual([of(action), of('I would not know'), 0, of(action), of('<remark>left</remark>'), of(action)]);
});
