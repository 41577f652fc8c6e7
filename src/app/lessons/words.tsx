/** A lesson's text on the page. Terms open the glossary. */
import { glossary } from '../glossary.ts';
import { Formula } from '../formula.tsx';
import { openHelp } from './help.ts';
import { paragraphsOf } from './markup.ts';

export function Words({ text }: { readonly text: string }) {
  return paragraphsOf(text).map((pieces, index) => (
    <p key={index}>
      {pieces.map((piece, at) => {
        if (piece.kind === 'strong') return <strong key={at}>{piece.text}</strong>;
        if (piece.kind !== 'term' || !glossary.some(({ id }) => id === piece.id)) return <Formula key={at} text={piece.text} />;
        return (
          <button key={at} type="button" className="term" onClick={() => openHelp('glossary', piece.id)}>
            <Formula text={piece.text} />
          </button>
        );
      })}
    </p>
  ));
}
