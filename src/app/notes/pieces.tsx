/** How a note may go on, as buttons. */
import type { NextPieces } from '../../trial/notePhrases.ts';
import { useStrings } from '../preferences.ts';

interface PiecesProps {
  readonly next: NextPieces;
  readonly onPiece: (text: string) => void;
}

export function Pieces({ next, onPiece }: PiecesProps) {
  const strings = useStrings().notes;
  return (
    <div className="note-pieces" role="group" aria-label={strings.next}>
      <span className="field-label">{strings.next}</span>
      {next.cell && <p className="note-cell">{strings.nextCell}</p>}
      {next.words.map((word) => (
        <button key={word} type="button" className="piece" onClick={() => onPiece(word)}>
          {word}
        </button>
      ))}
      {next.whole.length > 0 && (
        <details className="fold">
          <summary>{strings.whole}</summary>
          <div className="note-pieces">
            {next.whole.map((phrase) => (
              <button key={phrase} type="button" className="piece" onClick={() => onPiece(phrase)}>
                {phrase}
              </button>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
