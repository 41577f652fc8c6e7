/** What an edited note changes: the words that the policy will read, and what is played anew. */
import { useMemo } from 'react';
import { nextPrompt } from '../../experiment/lift.ts';
import type { TrialRecord } from '../../trial/records.ts';
import { InputError } from '../../worlds/index.ts';
import { memoryIn } from '../blocks.ts';
import { useStrings } from '../preferences.ts';
import { changesOf } from './changes.ts';

interface ChangesProps {
  readonly records: readonly TrialRecord[];
  /** episode that the note follows, from 0 */
  readonly index: number;
  readonly before: string;
  readonly after: string;
  /** episodes that the trial may have */
  readonly last: number;
}

export function Changes({ records, index, before, after, last }: ChangesProps) {
  const strings = useStrings().notes;
  const memory = useMemo(() => [memoryOf(records, index, before), memoryOf(records, index, after)], [records, index, before, after]);
  return (
    <section className="note-changes" aria-labelledby="note-changes-title">
      <h3 id="note-changes-title">{strings.changes}</h3>
      {before === after ? (
        <p className="help">{strings.same}</p>
      ) : (
        <>
          <p className="help">{strings.reads(index + 2)}</p>
          <p className="note-diff">
            {changesOf(memory[0], memory[1]).map(({ kind, text }, at) =>
              kind === 'same' ? (
                text
              ) : kind === 'removed' ? (
                <del key={at}>
                  <span className="hidden">[{strings.removed}] </span>
                  {text}
                </del>
              ) : (
                <ins key={at}>
                  <span className="hidden">[{strings.added}] </span>
                  {text}
                </ins>
              ),
            )}
          </p>
          <p className="help">{strings.replay(index + 2, last)}</p>
        </>
      )}
    </section>
  );
}

function memoryOf(records: readonly TrialRecord[], episode: number, note: string): string {
  try {
    const content = nextPrompt({ records, episode }, note);
    return memoryIn(content) || content;
  } catch (error) {
    // The trial was changed under the editor.
    if (error instanceof InputError) return '';
    throw error;
  }
}
