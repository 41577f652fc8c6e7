/** The dialog in which a note is edited; what is in it is fetched when it is opened for the first time. */
import { lazy, Suspense, useEffect, useRef } from 'react';
import { trial } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { editing } from './state.ts';

const NoteEditor = lazy(() => import('./editor.tsx').then(({ NoteEditor }) => ({ default: NoteEditor })));

export function NoteDialog() {
  const strings = useStrings();
  const index = useSource(editing);
  const { view } = useSource(trial);
  const dialog = useRef<HTMLDialogElement>(null);
  const open = index !== null && view?.episodes[index]?.end != null;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="note-editor-title"
      onClose={() => editing.set(null)}
      onClick={(event) => {
        if (event.target === event.currentTarget) editing.set(null);
      }}
    >
      {open && view && (
        <Suspense fallback={<p className="dialog-body">{strings.doors.opening}</p>}>
          <NoteEditor key={index} view={view} index={index} onClose={() => editing.set(null)} />
        </Suspense>
      )}
    </dialog>
  );
}
