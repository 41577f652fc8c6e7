/** What the policy will make of a note: marks under its words, and the same in sentences. */
import { firstIndex, noteTokens, type BoardSize, type NotePart, type NoteReading } from '../../trial/notePhrases.ts';
import { noteCap } from '../../trial/note.ts';
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { listed } from './listed.ts';

/** Lies behind the field, letter for letter. Its text is the field's, so screen readers need not hear it twice. */
export function Marked({ parts, brief }: { readonly parts: readonly NotePart[]; readonly brief: boolean }) {
  return (
    <div className="note-marks" aria-hidden>
      {parts.map(({ kind, text }, index) => (
        <span key={index} data-kind={brief || kind === 'outside' ? kind : undefined}>
          {text}
        </span>
      ))}
      {'​'}
    </div>
  );
}

interface LengthProps {
  readonly reading: NoteReading;
  readonly note: string;
  readonly brief: boolean;
}

export function Length({ reading: { tokens }, note, brief }: LengthProps) {
  const strings = useStrings();
  if (!brief) return <output>{strings.notes.characters([...note.trim()].length, noteCap)}</output>;
  return <output data-bad={tokens > noteTokens ? '' : undefined}>{strings.notes.tokens(tokens, noteTokens)}</output>;
}

interface VerdictsProps {
  readonly reading: NoteReading;
  readonly size: BoardSize;
  /** the policy has a closed vocabulary */
  readonly brief: boolean;
}

export function Verdicts({ reading: { parts, unknown, outside, tokens }, size: { world, rows, columns }, brief }: VerdictsProps) {
  const strings = useStrings().notes;
  const from = firstIndex[world];
  const range = (count: number): string => strings.range(from, count - 1 + from);
  const said: { readonly text: string; readonly bad: boolean }[] = [];
  if (brief && unknown.length > 0) said.push({ text: strings.unknown(listed(unknown, strings.more, strings.quoted)), bad: true });
  if (outside.length > 0) said.push({ text: strings.outside(listed(outside, strings.more), range(rows), range(columns)), bad: true });
  if (brief && tokens > noteTokens) said.push({ text: strings.tooLong(noteTokens), bad: true });
  if (brief && said.length === 0 && tokens > 0) {
    const loose = parts.some(({ kind, text }) => kind === 'known' && text.trim() !== '');
    said.push({ text: loose ? strings.loose : strings.fine, bad: false });
  }
  return said.map(({ text, bad }) => (
    <p key={text} className="help note-verdict" data-bad={bad ? '' : undefined}>
      <Icon name={bad ? 'invalid' : 'won'} />
      {text}
    </p>
  ));
}
