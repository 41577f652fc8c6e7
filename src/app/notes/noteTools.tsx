/** What can be done with a note on its card: edit it, and see how much it helps. */
import { memo } from 'react';
import type { EpisodeView } from '../../trial/fold.ts';
import { Icon } from '../icons.tsx';
import { trial } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { LiftButton } from './liftButton.tsx';
import { editing } from './state.ts';
import { useLift } from './useLift.ts';

interface NoteToolsProps {
  /** from 0 */
  readonly index: number;
  readonly episode: EpisodeView;
}

export const NoteTools = memo(function NoteTools({ index, episode }: NoteToolsProps) {
  const strings = useStrings();
  const { records } = useSource(trial);
  const text = episode.note?.text ?? '';
  const lift = useLift(records, index, text);
  return (
    <div className="note-tools">
      {lift && <LiftButton lift={lift} />}
      <button type="button" className="note-edit" aria-label={strings.notes.editNote(index + 1)} onClick={() => editing.set(index)}>
        <Icon name="edit" />
        <span>{text === '' ? strings.notes.write : strings.notes.edit}</span>
      </button>
    </div>
  );
});
