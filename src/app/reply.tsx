/** The parts of a reply: its thought, that it was cut off, and what was written word for word. */
import { styleWords } from '../trial/brief/words.ts';
import type { Responded } from '../trial/records.ts';
import type { WorldId } from '../worlds/index.ts';
import { Hint } from './hint.tsx';
import { walked } from './linked.ts';
import { LinkedText } from './linkedText.tsx';
import { factor, usePreferences, useStrings } from './preferences.ts';
import { leftInWords, styleOf } from './say.ts';
import { useSetup } from './setup.ts';

interface ThoughtProps {
  readonly text: string;
  readonly world: WorldId;
  /** appears word by word while the trial plays */
  readonly writing: boolean;
}

/** The first word of Scout's thoughts names a style of play; a hint says which. */
export function Thought({ text, world, writing }: ThoughtProps) {
  const strings = useStrings();
  const playing = useSetup((setup) => setup.playing);
  const { speed, slow } = usePreferences();
  if (text === '') return null;
  if (writing && playing) {
    const step = (slow ? 240 : 80) / factor(speed);
    return (
      <p className="say-thought caret">
        {text.split(/(?<=\s)/).map((word, index) => (
          <span key={index} className="written" style={{ animationDelay: `${Math.round(index * step)}ms` }}>
            {word}
          </span>
        ))}
      </p>
    );
  }
  const style = styleOf(text);
  const word = style ? styleWords[style] : '';
  return (
    <p className="say-thought" {...walked(text, strings.linked.thought, strings.linked.keys)}>
      {style && (
        <Hint text={strings.help.styles[style]}>
          <span className="style-word" tabIndex={0}>
            {word}
          </span>
        </Hint>
      )}
      <LinkedText text={text.slice(word.length)} world={world} />
    </p>
  );
}

/** A reply that ran into its limit may look like a bad one. */
export function Cut({ response: { finish } }: { readonly response: Pick<Responded, 'finish'> }) {
  const strings = useStrings();
  if (finish !== 'length') return null;
  return (
    <span className="chip" data-kind="bad">
      {strings.talk.cut}
    </span>
  );
}

/** The reply word for word, or what a link has left out of it. */
export function Raw({ response }: { readonly response: Responded }) {
  const strings = useStrings();
  const left = leftInWords(response, strings);
  return (
    <details className="fold">
      <summary>{left === null ? strings.talk.raw : strings.talk.bare}</summary>
      {left === null ? <pre className="text" tabIndex={0} role="group" aria-label={strings.talk.raw}>{response.text}</pre> : <p className="help">{left}</p>}
    </details>
  );
}
