/** The runs that are saved in this browser: found, opened, named, passed on as files, deleted with undo. */
import { useId, useRef, useState } from 'react';
import type { RunHead } from '../../platform/web/runHeads.ts';
import { Icon } from '../icons.tsx';
import { unawaited } from '../log.ts';
import { usePreferences, useStrings } from '../preferences.ts';
import { source, useSource } from '../source.ts';
import { Dialog } from './dialog.tsx';
import { factsOf, found, playedOf, resultOf } from './facts.ts';
import { bringBack, discard, stageRun } from './keep.ts';
import { openFiles, openSaved } from './open.ts';
import { panel } from './panels.ts';
import { saveRun } from './saving.ts';
import { store, useRuns } from './store.ts';
import './library.css';

const close = (): void => panel.set(null);

/** What was deleted on this page, newest first: it can be brought back for as long as the store has it. */
const removed = source<readonly RunHead[]>([]);
const mostUndone = 3;

export function Library() {
  const strings = useStrings();
  const text = strings.runs;
  const { runs, problem } = useRuns();
  const here = useSource(stageRun);
  const [query, setQuery] = useState('');
  const [last, setLast] = useState<string | null>(null);
  const [back, setBack] = useState<string | null>(null);
  const shown = found(runs, query, strings);

  return (
    <Dialog title={text.title} close={close}>
      <p className="help">{problem ? text.problems[problem.kind] : text.intro}</p>
      <div className="library-tools">
        <label className="library-search">
          <Icon name="search" />
          <span className="hidden">{text.search}</span>
          <input type="search" className="control" placeholder={text.search} value={query} onChange={(event) => setQuery(event.target.value)} />
        </label>
        <OpenButton />
      </div>
      <Removed
        last={last}
        onBack={(id) => {
          bringBack(id);
          setBack(id);
        }}
      />
      {shown.length === 0 ? (
        <p className="library-none">{query.trim() === '' ? (problem ? text.noneNow : text.none) : text.noneFound(query.trim())}</p>
      ) : (
        <ul className="library" aria-label={text.list}>
          {shown.map((head) => (
            <Row
              key={head.id}
              head={head}
              here={here?.kept === true && here.id === head.id}
              focused={head.id === back}
              remove={() => {
                discard(head.id);
                removed.set([head, ...removed.get().filter(({ id }) => id !== head.id)]);
                setLast(head.id);
              }}
            />
          ))}
        </ul>
      )}
      <p className="help">
        {text.count(shown.length)} · {text.openHint}
      </p>
    </Dialog>
  );
}

interface RemovedProps {
  /** the run that was deleted just now: its button takes the focus; null: none was since the dialog opened */
  readonly last: string | null;
  readonly onBack: (id: string) => void;
}

/** Also of what was deleted before the dialog was closed. */
function Removed({ last, onBack }: RemovedProps) {
  const { runs: text } = useStrings();
  const { runs } = useRuns();
  const list = useSource(removed).filter(({ id }) => store.get()?.has(id) && !runs.some((each) => each.id === id));
  return (
    <div className="library-removed" role="status">
      {list.slice(0, mostUndone).map(({ id, name }) => (
        <p key={id} className="library-undo">
          {text.removed(name)}
          <button type="button" className="button button-small" aria-label={text.undoOf(name)} autoFocus={id === last} onClick={() => onBack(id)}>
            {text.undo}
          </button>
        </p>
      ))}
    </div>
  );
}

interface RowProps {
  readonly head: RunHead;
  readonly here: boolean;
  /** it has just come back: it takes the focus */
  readonly focused: boolean;
  readonly remove: () => void;
}

function Row({ head, here, focused, remove }: RowProps) {
  const strings = useStrings();
  const text = strings.runs;
  const [naming, setNaming] = useState(false);
  const about = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const done = (name: string | null): void => {
    if (name !== null && name.trim() !== '') store.get()?.rename(head.id, name.trim().slice(0, 200));
    setNaming(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <li className="library-row" data-here={here ? '' : undefined}>
      {naming ? (
        <form
          className="library-naming"
          onSubmit={(event) => {
            event.preventDefault();
            const field = event.currentTarget.elements.namedItem('name');
            done(field instanceof HTMLInputElement ? field.value : null);
          }}
        >
          <input
            name="name"
            className="control"
            aria-label={text.name}
            defaultValue={head.name}
            maxLength={200}
            autoFocus
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.preventDefault();
              event.stopPropagation();
              done(null);
            }}
            onBlur={(event) => done(event.target.value)}
          />
        </form>
      ) : (
        <button
          type="button"
          className="library-open"
          autoFocus={focused}
          aria-label={text.look(head.name)}
          aria-describedby={about}
          onClick={() => {
            close();
            unawaited(openSaved(head.id));
          }}
        >
          <span className="library-name">{head.name}</span>
          <Facts id={about} head={head} here={here} />
          {head.notes !== '' && (
            <span className="library-note">
              <Icon name="note" />
              {head.notes.split('\n', 1)}
            </span>
          )}
        </button>
      )}
      <span className="library-actions">
        <button ref={edit} type="button" className="button button-quiet button-icon" aria-label={text.rename(head.name)} onClick={() => setNaming(true)}>
          <Icon name="edit" />
        </button>
        <button type="button" className="button button-quiet button-icon" aria-label={text.save(head.name)} onClick={() => unawaited(saveRun(head.id))}>
          <Icon name="save" />
        </button>
        <button type="button" className="button button-quiet button-icon" aria-label={text.remove(head.name)} onClick={remove}>
          <Icon name="remove" />
        </button>
      </span>
    </li>
  );
}

/** Also what a screen reader says of the run after its name. */
function Facts({ id, head, here }: { readonly id: string; readonly head: RunHead; readonly here: boolean }) {
  const strings = useStrings();
  const { language } = usePreferences();
  const { end, words } = resultOf(head, strings);
  const played = playedOf(head, strings);
  return (
    <span id={id} className="library-about">
      <span className="library-facts">
        <span className="outcome" data-end={end}>
          <Icon name={end} />
          {words}
        </span>
        {factsOf(head, here, language, strings).join(' · ')}
      </span>
      {played.length > 0 && <span className="library-played">{played.join(' · ')}</span>}
    </span>
  );
}

function OpenButton() {
  const { runs: text } = useStrings();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Icon name="file" />
        {text.openFile}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".png,.json,.jsonl,.ndjson,image/png,application/json"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length === 0) return;
          close();
          unawaited(openFiles(files));
        }}
      />
    </>
  );
}
