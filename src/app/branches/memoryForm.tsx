/** Another memory mode for the episodes to come. */
import { useState } from 'react';
import { memoryModes, type MemoryMode } from '../../trial/contract.ts';
import { showsNotes } from '../../trial/memory.ts';
import { useStrings } from '../preferences.ts';
import { branchMemory } from './make.ts';
import { Go, type FormProps } from './whatIf.tsx';

export function MemoryForm({ view, place }: FormProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  // Only an episode that comes after another one has something to remember.
  const later = view.episodes.flatMap((_, index) => (index > 0 ? [index] : []));
  const [from, setFrom] = useState(later.find((index) => index > place.episode || (index === place.episode && place.turn === 0)) ?? later.at(-1) ?? 0);
  const before = view.episodes.at(from)?.memory ?? view.memory;
  const [mode, setMode] = useState<MemoryMode | null>(null);
  if (later.length === 0) return <p className="help">{text.memoryLate}</p>;
  const noted = view.episodes.at(from - 1)?.note !== null;
  return (
    <div className="what-if-form">
      <label className="field">
        <span className="field-label">{text.memoryFrom}</span>
        <select
          className="control"
          value={from}
          onChange={(event) => {
            setFrom(Number(event.target.value));
            setMode(null);
          }}
        >
          {later.map((index) => (
            <option key={index} value={index}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
      <p className="help">{text.memoryNow(strings.strip.memory[before])}</p>
      <fieldset className="what-if-modes" data-column="">
        <legend className="hidden">{text.kinds.memory}</legend>
        {memoryModes
          .filter((each) => each !== before)
          .map((each) => (
            <label key={each} className="check">
              <input type="radio" name="what-if-memory" checked={mode === each} onChange={() => setMode(each)} />
              <span>
                {strings.strip.memory[each]}
                <span className="help">
                  {text.memoryHelp[each]} {showsNotes(each) && !noted && text.notePlus}
                </span>
              </span>
            </label>
          ))}
      </fieldset>
      <Go disabled={mode === null} onGo={() => (mode === null ? Promise.resolve() : branchMemory(from, mode))} />
    </div>
  );
}
