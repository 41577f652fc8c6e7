/** What is wrong with the level, or what the rules know about it; read out as it changes. */
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { ErrorText } from '../errorText.tsx';
import type { Truth } from '../truth/truth.ts';
import type { Checked } from './check.ts';
import { saidOf } from './said.ts';

interface ChecksProps {
  readonly checked: Checked;
  /** undefined: being worked out */
  readonly truth: Truth | null | undefined;
  readonly turns: number;
  readonly movesPerTurn: number;
}

export function Checks({ checked, truth, turns, movesPerTurn }: ChecksProps) {
  const strings = useStrings();
  const lines = saidOf(checked, truth, turns * movesPerTurn, strings);
  return (
    <div role="status" aria-label={strings.editor.checks}>
      <ul className="checks-list">
        {lines.map(({ tone, text, details }) => (
          <li key={text} data-tone={tone}>
            <Icon name={tone === 'bad' ? 'dead' : tone === 'warn' ? 'invalid' : tone === 'good' ? 'won' : 'truth'} />
            <span>
              <ErrorText words={text} details={details ?? null} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
