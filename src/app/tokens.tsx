/** A reply token by token: how sure the model was of each, and what else it might have written. */
import { useState } from 'react';
import type { Responded } from '../trial/records.ts';
import { percent } from './board/overlay.tsx';
import { useStrings } from './preferences.ts';
import { leftInWords } from './say.ts';

/** A sentence where the reply came without its pieces (a teacher's, a person's, from a link or an older file). */
export function Tokens({ response }: { readonly response: Responded }) {
  const strings = useStrings();
  const [chosen, setChosen] = useState<number | null>(null);
  const { pieces = [], logprobs, alternatives = [] } = response;
  if (pieces.length === 0) return <p className="help">{leftInWords(response, strings) ?? strings.talk.noTokens}</p>;
  const others = chosen === null ? [] : (alternatives[chosen] ?? []);
  return (
    <div className="tokens" onPointerLeave={() => setChosen(null)}>
      <p className="tokens-line" aria-label={strings.talk.tokens}>
        {pieces.map((piece, index) => {
          const share = Math.exp(logprobs[index]);
          return (
            <button
              key={index}
              type="button"
              className="token"
              data-level={levelOf(share)}
              aria-label={strings.talk.token(visible(piece), percent(share))}
              aria-expanded={chosen === index}
              onPointerEnter={() => setChosen(index)}
              onFocus={() => setChosen(index)}
              onClick={() => setChosen(index)}
            >
              {visible(piece)}
            </button>
          );
        })}
      </p>
      {chosen !== null && others.length > 0 && (
        <table className="alternatives" aria-label={strings.talk.alternatives}>
          <tbody>
            {others.map(({ text, logprob }, index) => (
              <tr key={index} data-taken={text === pieces[chosen] ? '' : undefined}>
                <th scope="row">{visible(text)}</th>
                <td>
                  <meter min={0} max={1} value={Math.exp(logprob)} aria-label={visible(text)} />
                </td>
                <td>{percent(Math.exp(logprob))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Blanks and line breaks that stand alone can be seen. */
function visible(piece: string): string {
  const text = piece.replace(/\n/g, '↵');
  return text.trim() === '' ? '␣' : text.trim();
}

/** 3: sure … 0: a toss-up */
function levelOf(share: number): 0 | 1 | 2 | 3 {
  return share >= 0.9 ? 3 : share >= 0.6 ? 2 : share >= 0.3 ? 1 : 0;
}
