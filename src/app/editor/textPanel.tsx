/** The level as text: typed, pasted, dropped, opened from a file, copied, saved. */
import { useEffect, useId, useRef, useState } from 'react';
import type { WorldId } from '../../worlds/index.ts';
import { named } from '../blocks.ts';
import { unawaited } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { offer } from '../runs/saving.ts';
import type { Strings } from '../strings/index.ts';
import { boundsOf, likeBefore } from './draft.ts';
import { useDrawing } from './store.ts';
import { levelsIn, toText, type Found, type Trouble } from './text.ts';

/** Larger than any collection of levels that people pass around. */
const mostBytes = 2_000_000;

export function TextPanel() {
  const strings = useStrings();
  const text = strings.editor;
  const draft = useDrawing((drawing) => drawing.draft);
  const [typed, setTyped] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<{ readonly text: string; readonly world?: WorldId } | null>(null);
  const [many, setMany] = useState<readonly Found[]>([]);
  const [left, setLeft] = useState(0);
  const [copied, setCopied] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = ({ world, rows }: Pick<Found, 'world' | 'rows'>): void => {
    const { draft: now, change } = useDrawing.getState();
    change(likeBefore(now, { world, rows }));
  };
  const read = (source: string): void => {
    const { levels, left: others, trouble: wrong } = levelsIn(source);
    setLeft(others);
    setTrouble(wrong && { text: troubleInWords(wrong, strings), world: 'world' in wrong ? wrong.world : undefined });
    setMany(levels.length > 1 ? levels : []);
    if (levels.length > 0) take(levels[0]);
  };
  const readFile = async (from: File | undefined): Promise<void> => {
    if (!from) return;
    setTyped(null);
    if (from.size > mostBytes) setTrouble({ text: text.tooLarge });
    else read(await from.text());
  };
  const latest = useRef({ read, readFile });
  useEffect(() => {
    latest.current = { read, readFile };
  });

  // Pasted or dropped anywhere while levels are drawn.
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      // A link was pasted, or a run: that is taken already.
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))) return;
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted.trim() === '') return;
      event.preventDefault();
      setTyped(null);
      latest.current.read(pasted);
    };
    const onDrop = (event: DragEvent): void => {
      const [dropped] = event.dataTransfer?.files ?? [];
      if (!dropped || !/\.(xsb|sok|txt|mines)$/i.test(dropped.name)) return;
      event.preventDefault();
      event.stopPropagation();
      unawaited(latest.current.readFile(dropped));
    };
    const onDragOver = (event: DragEvent): void => event.preventDefault();
    window.addEventListener('paste', onPaste);
    window.addEventListener('drop', onDrop, true);
    window.addEventListener('dragover', onDragOver);
    return () => {
      window.removeEventListener('paste', onPaste);
      window.removeEventListener('drop', onDrop, true);
      window.removeEventListener('dragover', onDragOver);
    };
  }, []);

  return (
    <div className="field editor-text">
      <label className="field-label" htmlFor={id}>
        {text.asText[draft.world]}
      </label>
      <textarea
        id={id}
        className="control mono"
        spellCheck={false}
        autoComplete="off"
        wrap="off"
        rows={Math.min(Math.max(draft.rows.length, 4), 12)}
        value={typed ?? toText(draft)}
        aria-invalid={trouble !== null}
        aria-describedby={trouble === null ? `${id}-symbols ${id}-help` : `${id}-trouble ${id}-symbols ${id}-help`}
        onChange={(event) => {
          setTyped(event.target.value);
          read(event.target.value);
        }}
        onBlur={() => trouble === null && setTyped(null)}
      />
      {trouble !== null && (
        <p id={`${id}-trouble`} className="help" data-bad="" role="alert">
          {trouble.text}
        </p>
      )}
      <dl id={`${id}-symbols`} className="editor-symbols">
        {text.symbols[trouble?.world ?? draft.world].map(([symbol, meaning]) => (
          <div key={symbol}>
            <dt>{symbol}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p id={`${id}-help`} className="help">
        {text.textHelp[draft.world]}
      </p>
      {left > 0 && (
        <p className="help" role="status">
          {text.left(left)}
        </p>
      )}
      {many.length > 1 && (
        <label className="row">
          <span className="field-label">{text.many(many.length)}</span>
          <select
            className="control grow"
            onChange={(event) => {
              setTyped(null);
              take(many[Number(event.target.value)]);
            }}
          >
            {many.map(({ rows, number }, index) => (
              <option key={number} value={index}>
                {text.one(number, rows.length, rows[0].length)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div className="row editor-files">
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            void navigator.clipboard.writeText(toText(draft)).then(
              () => setCopied(true),
              () => setTrouble({ text: text.noClipboard }),
            );
          }}
          onBlur={() => setCopied(false)}
        >
          {copied ? text.copied : text.copy}
        </button>
        <button type="button" className="button button-small" onClick={() => file.current?.click()}>
          {text.openFile}
        </button>
        <button type="button" className="button button-small" onClick={() => offer(new Blob([`${toText(draft)}\n`], { type: 'text/plain' }), draft.world === 'sokoban' ? 'level.xsb' : 'mines.txt')}>
          {text.saveFile}
        </button>
        <span className="hidden" role="status">
          {copied ? text.copied : ''}
        </span>
        <input
          ref={file}
          type="file"
          hidden
          accept=".xsb,.sok,.txt,.mines,text/plain"
          aria-label={text.openFile}
          onChange={(event) => {
            unawaited(readFile(event.target.files?.[0]));
            event.target.value = '';
          }}
        />
      </div>
    </div>
  );
}

function troubleInWords(trouble: Trouble, { editor }: Strings): string {
  switch (trouble.kind) {
    case 'nothing':
      return editor.trouble.nothing;
    case 'symbol':
      return editor.trouble.symbol(/[\p{C}\p{Z}]/u.test(trouble.symbol) ? named(trouble.symbol) : trouble.symbol, trouble.row, trouble.column);
    case 'size': {
      const [least, most] = boundsOf(trouble.world).side;
      return editor.trouble.size(trouble.rows, trouble.columns, least, most, trouble.world === 'minesweeper');
    }
  }
}
