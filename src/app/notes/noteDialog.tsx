/** The dialog in which a note is edited; what is in it is fetched when it is opened for the first time. */
import { lazy, Suspense } from 'react';
import { trial } from '../log.ts';
import { Modal } from '../modal.tsx';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { editing } from './state.ts';

const NoteEditor = lazy(() => import('./editor.tsx').then(({ NoteEditor }) => ({ default: NoteEditor })));

export function NoteDialog() {
  const strings = useStrings();
  const index = useSource(editing);
  const { view } = useSource(trial);
  const close = (): void => editing.set(null);
  return (
    <Modal open={index !== null && view?.episodes[index]?.end != null} labelledBy="note-editor-title" onClose={close}>
      {index !== null && view && (
        <Suspense fallback={<p className="dialog-body">{strings.doors.opening}</p>}>
          <NoteEditor key={index} view={view} index={index} onClose={close} />
        </Suspense>
      )}
    </Modal>
  );
}
