/** Other dice: the same turn and all that follow, drawn with another seed. */
import { useState } from 'react';
import { useStrings } from '../preferences.ts';
import { parseSeed } from '../settings.ts';
import { branchSampling, unusedSeed } from './make.ts';
import { Go, type FormProps } from './whatIf.tsx';

export function SamplingForm({ view, place }: FormProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const [typed, setTyped] = useState(() => String(unusedSeed(view.seed)));
  const seed = parseSeed(typed);
  return (
    <div className="what-if-form">
      <label className="field">
        <span className="field-label">{text.seed}</span>
        <input className="control" inputMode="numeric" value={typed} aria-invalid={seed === null} aria-describedby="what-if-seed" onChange={(event) => setTyped(event.target.value)} />
      </label>
      <p id="what-if-seed" className="help" data-bad={seed === null ? '' : undefined}>
        {seed === null ? text.seedBad : text.seedHelp(view.seed)}
      </p>
      <Go disabled={seed === null} onGo={() => (seed === null ? Promise.resolve() : branchSampling(place, seed))} />
    </div>
  );
}
