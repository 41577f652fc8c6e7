/** A note, edited: what the policy will make of each word, what may come next, what will change; then on from there. */
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { TrialView } from '../../trial/fold.ts';
import { nextPieces, pointAt, readNote, tidyNote } from '../../trial/notePhrases.ts';
import { noteCap, withinCap } from '../../trial/note.ts';
import { branchNote } from '../branches/make.ts';
import { Icon } from '../icons.tsx';
import { trial } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { Changes } from './changesView.tsx';
import { drafts } from './drafts.ts';
import { sizeOf, vocabulary } from './known.ts';
import { LiftButton } from './liftButton.tsx';
import { Pieces } from './pieces.tsx';
import { Pointing } from './pointing.tsx';
import { Length, Marked, Verdicts } from './reading.tsx';
import { useLift } from './useLift.ts';
import './editor.css';

interface NoteEditorProps {
  readonly view: TrialView;
  /** from 0 */
  readonly index: number;
  readonly onClose: () => void;
}

export function NoteEditor({ view, index, onClose }: NoteEditorProps) {
  const strings = useStrings();
  const text = strings.notes;
  const { records } = useSource(trial);
  const { task, style } = view.start;
  const { world } = task;
  const episode = view.episodes[index];
  const original = episode.note?.text ?? '';
  // Recordings get another id with every visit; what the note is of stays.
  const draft = JSON.stringify([task, index, original]);
  const [note, setNote] = useState(drafts.get(draft) ?? original);
  const [caret, setCaret] = useState(note.length);
  const [said, setSaid] = useState('');
  const [cut, setCut] = useState(false);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [id, helpId] = [useId(), useId()];
  const size = useMemo(() => sizeOf(episode.states[0]), [episode]);
  const brief = style === 'brief';
  const reading = useMemo(() => readNote(note, size, vocabulary), [note, size]);
  const next = nextPieces(world, note.slice(0, caret));
  const changed = note.trim() !== original;
  const lift = useLift(records, index, note.trim());

  const write = (wanted: string, at = wanted.length): void => {
    const value = withinCap(wanted);
    setNote(value);
    setCut(value !== wanted);
    setCaret(at);
    drafts.set(draft, value);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at, at);
    });
  };
  const insert = (piece: string): void => {
    const [before, after] = [note.slice(0, caret).replace(/\s+$/, ''), note.slice(caret).replace(/^\s+/, '')];
    const upTo = `${before === '' ? '' : `${before} `}${piece} `;
    write(upTo + after, upTo.length);
    setSaid(text.inserted(piece));
  };
  const run = (wanted: string | null): void => {
    drafts.delete(draft);
    onClose();
    void branchNote(index, wanted);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !changed) return;
    event.preventDefault();
    run(note);
  };

  return (
    <div ref={setBody} className="dialog-body note-editor" onKeyDown={onKeyDown}>
      <div className="dialog-head">
        <h2 id="note-editor-title">
          <Icon name="note" />
          {text.title(index + 1)}
        </h2>
        <button type="button" className="button button-quiet button-icon" aria-label={text.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="note-columns">
        <Pointing world={world} episode={episode} note={note} onPoint={(symbol, row, column) => insert(pointAt(world, note.slice(0, caret), symbol, row, column))} />
        <div className="note-writing">
          <div className="note-label">
            <label htmlFor={id}>{text.text}</label>
            <Length reading={reading} brief={brief} note={note} />
          </div>
          <div className="note-field">
            <Marked parts={reading.parts} brief={brief} />
            <textarea
              ref={field}
              id={id}
              autoFocus
              rows={3}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              placeholder={text.placeholder}
              aria-describedby={helpId}
              value={note}
              onChange={(event) => {
                const value = withinCap(event.target.value);
                setNote(value);
                setCut(value !== event.target.value);
                setCaret(Math.min(event.target.selectionStart, value.length));
                drafts.set(draft, value);
              }}
              onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            />
          </div>
          <div id={helpId}>
            <Verdicts reading={reading} size={size} brief={brief} />
          </div>
          {cut && (
            <p className="help note-verdict" data-bad="" role="status">
              <Icon name="invalid" />
              {text.cut(noteCap)}
            </p>
          )}
          <Pieces next={next} onPiece={insert} />
          <div className="note-fixes">
            {brief && reading.unknown.length > 0 && tidyNote(note) !== note.trim() && (
              <button type="button" className="button button-small" onClick={() => write(tidyNote(note))}>
                {text.tidy}
              </button>
            )}
            {changed && (
              <button type="button" className="button button-small" onClick={() => write(original)}>
                {text.original}
              </button>
            )}
          </div>
          {lift && changed && (
            <p className="note-draft">
              <span>{text.draftLift}</span>
              <LiftButton lift={lift} within={body?.closest('dialog')} />
            </p>
          )}
        </div>
      </div>
      <Changes records={records} index={index} before={original} after={note.trim()} last={view.start.config.episodes} />
      <div className="note-actions">
        <button type="button" className="button" title={text.anotherHelp} onClick={() => run(null)}>
          {text.another}
        </button>
        <button type="button" className="button button-main" disabled={!changed} onClick={() => run(note)}>
          <Icon name="play" />
          {text.run}
          <kbd>{text.runKey}</kbd>
        </button>
      </div>
      <p className="hidden" role="status">
        {said}
      </p>
    </div>
  );
}
