/** What would it have been likely to answer if it had been sampled colder or hotter? */
import { useEffect, useId } from 'react';
import { temperedOdds } from '../../trial/tempered.ts';
import { once } from '../once.ts';
import type { PolicyOdds } from '../odds.ts';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { chosen } from './chosen.ts';
import './slider.css';

const range = { min: 0.1, max: 2, step: 0.1 };

interface SliderProps {
  /** the temperature at which the trial was sampled; null: nobody sampled it */
  readonly played: number | null;
}

export function Slider({ played }: SliderProps) {
  const strings = useStrings();
  const text = strings.temperature;
  const id = useId();
  const temperature = useSource(chosen)?.temperature ?? 1;
  const marks = [{ at: 1, name: text.own }, ...(played !== null && played !== 1 && played >= range.min && played <= range.max ? [{ at: played, name: text.played(played) }] : [])];
  // Whoever has left the odds, or looks at another trial, finds them as they are.
  useEffect(() => () => chosen.set(null), []);
  return (
    <div className="temperature">
      <label htmlFor={id}>{text.label}</label>
      <div className="temperature-scale">
        <input
          id={id}
          type="range"
          {...range}
          value={temperature}
          aria-valuetext={[temperature.toFixed(1), ...marks.flatMap(({ at, name }) => (at === temperature ? [name] : []))].join(', ')}
          aria-describedby={`${id}-help`}
          onChange={(event) => choose(Number(event.target.value))}
        />
        <div className="temperature-marks" aria-hidden>
          {marks.map(({ at }) => (
            <span key={at} style={{ insetInlineStart: `${(100 * (at - range.min)) / (range.max - range.min)}%` }} />
          ))}
        </div>
      </div>
      <output className="temperature-value" htmlFor={id}>
        {temperature.toFixed(1)}
      </output>
      {marks.map(({ at, name }) => (
        <button key={at} type="button" className="button button-small" aria-pressed={at === temperature} onClick={() => choose(at)}>
          {name}
        </button>
      ))}
      <details className="fold">
        <summary>{text.how}</summary>
        <p id={`${id}-help`} className="help">
          {text.help}
        </p>
      </details>
    </div>
  );
}

function choose(temperature: number): void {
  const weigh = once((odds: PolicyOdds): PolicyOdds => ({ ...odds, ...temperedOdds(odds.answers, odds.scored, temperature) }));
  chosen.set(temperature === 1 ? null : { temperature, weigh });
}
