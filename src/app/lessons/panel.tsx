/** A lesson, step by step, beside the live page. It holds nothing up: everything else can be used at any time. */
import { useEffect, useRef } from 'react';
import { able } from '../able.ts';
import { Icon } from '../icons.tsx';
import { status, tree, trial } from '../log.ts';
import { lifts } from '../notes/state.ts';
import { usePreferences, useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { canDo, doIt, isDone } from './doing.ts';
import { Ring } from './ring.tsx';
import { said, type Act } from './schema.ts';
import { go, leave, type Reading } from './state.ts';
import { Words } from './words.tsx';
import './lessons.css';

export function LessonPanel({ reading: { lesson, step } }: { readonly reading: Reading }) {
  const strings = useStrings();
  const { language } = usePreferences();
  const title = said(lesson.title, language);
  const { text, point, act } = lesson.steps[step];
  const last = step === lesson.steps.length - 1;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), [lesson]);

  return (
    <>
      {point && <Ring key={`${step} ${point}`} target={point} />}
      <aside
        ref={panel}
        className="lesson-panel"
        data-side={point === 'thoughts' ? 'left' : undefined}
        tabIndex={-1}
        aria-label={strings.lessons.region(title)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
        }}
      >
        <header className="lesson-head">
          <h2>{title}</h2>
          <span className="lesson-step">{strings.lessons.step(step + 1, lesson.steps.length)}</span>
          <button type="button" className="button button-quiet button-icon" aria-label={strings.lessons.leave} onClick={leave}>
            <Icon name="close" />
          </button>
        </header>
        <div className="lesson-dots" aria-hidden>
          {lesson.steps.map((_, index) => (
            <span key={index} data-past={index <= step ? '' : undefined} />
          ))}
        </div>
        <div className="lesson-text" aria-live="polite" tabIndex={0} role="group" aria-label={strings.lessons.step(step + 1, lesson.steps.length)}>
          <Words text={said(text, language)} />
        </div>
        {act && <ActButton act={act} />}
        <footer className="lesson-moves">
          <button type="button" className="button" {...able(step > 0, () => go(step - 1))}>
            {strings.lessons.back}
          </button>
          <button type="button" className="button button-main" onClick={() => (last ? leave() : go(step + 1))}>
            {last ? strings.lessons.finish : strings.lessons.next}
          </button>
        </footer>
      </aside>
    </>
  );
}

function ActButton({ act }: { readonly act: Act }) {
  const strings = useStrings().lessons;
  // Whether it can be done, or has been, follows from all of these.
  useSource(status);
  useSource(tree);
  useSource(trial);
  const measured = useSource(lifts);
  const done = isDone(act);
  const under = act === 'measure' ? [...measured.values()].find(({ phase }) => ['queued', 'loading', 'waiting', 'running'].includes(phase)) : undefined;
  return (
    <div className="lesson-act">
      <button type="button" className="button" disabled={!canDo(act)} onClick={() => void doIt(act)}>
        <Icon name={act === 'edit' ? 'edit' : act === 'measure' ? 'lift' : 'play'} />
        {strings.acts[act]}
      </button>
      {under && (
        <p className="help">
          <progress value={under.done} max={Math.max(1, under.total)} aria-label={strings.acts.measure} /> {strings.measuring(under.done, under.total)}
        </p>
      )}
      {done && !under && (
        <p className="lesson-done">
          <Icon name="won" />
          {strings.actDone}
        </p>
      )}
    </div>
  );
}
