/** What went wrong, for people; and the last resort when the page itself breaks. */
import { Component, memo, type ReactNode } from 'react';
import { errorOf } from '../policy/thrown.ts';
import { ErrorText } from './errorText.tsx';
import { problem } from './log.ts';
import { usePreferences, useStrings } from './preferences.ts';
import { useSource } from './source.ts';
import { tables } from './strings/index.ts';
import { errorInWords, type ErrorInWords } from './trouble.ts';

/** @param task why the chosen task can't be made; null: it can */
export const Problem = memo(function Problem({ task }: { readonly task: unknown }) {
  const strings = useStrings();
  const found = useSource(problem);
  if (found === null && task === null) return null;
  return <ProblemBox error={errorInWords(found ?? task, strings)} dismiss={found === null ? null : () => problem.set(null)} />;
});

interface ProblemBoxProps {
  readonly error: ErrorInWords;
  /** null: it goes when its cause does */
  readonly dismiss: (() => void) | null;
}

export function ProblemBox({ error, dismiss }: ProblemBoxProps) {
  const strings = useStrings();
  return (
    <div className="problem" role="alert">
      <p>
        <strong>{strings.problem.title}</strong> <ErrorText {...error} />
      </p>
      {dismiss && (
        <button type="button" className="button button-small" onClick={dismiss}>
          {strings.problem.dismiss}
        </button>
      )}
    </div>
  );
}

interface Broken {
  readonly error: Error | null;
}

export class Boundary extends Component<{ readonly children: ReactNode }, Broken> {
  override state: Broken = { error: null };

  static getDerivedStateFromError(error: unknown): Broken {
    return { error: errorOf(error) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const strings = tables[usePreferences.getState().language];
    return (
      <div className="problem" role="alert">
        <p>
          <strong>{strings.problem.title}</strong> <ErrorText words={strings.problem.crash} details={error.message === '' ? null : error.message} />
        </p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {strings.problem.reload}
        </button>
      </div>
    );
  }
}
