/** Writing a lesson beside the live page: steps of text, what they show and point at, the controls to leave out; at its foot always the way to try it, and the link. */
import { useId, useMemo, useRef, useState } from 'react';
import { encodeLink, LinkError } from '../../experiment/links/index.ts';
import { SelectField } from '../fields.tsx';
import { Icon } from '../icons.tsx';
import { trial } from '../log.ts';
import { settle } from '../navigate.ts';
import { useStrings } from '../preferences.ts';
import { remembers } from '../remembers.ts';
import { useSetup } from '../setup.ts';
import { Address } from '../share/address.tsx';
import { addressOf } from '../share/addressOf.ts';
import { hideable, type Hideable } from '../share/hidden.ts';
import { HiddenFields } from '../share/hiddenFields.tsx';
import { useSource } from '../source.ts';
import { acts, LessonError, parseLesson, writeLesson, type Lesson, type Step } from './schema.ts';
import { begin, writing } from './state.ts';
import { targetNames } from './targets.ts';
import './lessons.css';

const place = 'fieldnotes.lessonDraft';

interface Draft {
  readonly lesson: Lesson;
  readonly hidden: readonly Hideable[];
}

const blank: Step = { text: '' };

function keptDraft(untitled: string): Draft {
  const fresh: Draft = { lesson: { version: 1, title: untitled, steps: [blank] }, hidden: [] };
  try {
    const kept: unknown = JSON.parse(remembers.getItem(place) ?? '');
    if (typeof kept !== 'object' || kept === null || !('lesson' in kept) || !('hidden' in kept) || !Array.isArray(kept.hidden)) return fresh;
    const names: readonly unknown[] = kept.hidden;
    return { lesson: parseLesson(kept.lesson), hidden: hideable.filter((name) => names.includes(name)) };
  } catch {
    return fresh;
  }
}

export function LessonWriter() {
  const strings = useStrings();
  const text = strings.writeLesson;
  const [{ lesson, hidden }, setDraft] = useState(() => keptDraft(text.untitled));
  const { records, view } = useSource(trial);
  const titleId = useId();
  const body = useRef<HTMLDivElement>(null);

  const change = (draft: Draft): void => {
    setDraft(draft);
    remembers.setItem(place, JSON.stringify(draft));
  };
  const changeSteps = (steps: readonly Step[]): void => change({ lesson: { ...lesson, steps: [...steps] }, hidden });
  const add = (): void => {
    changeSteps([...lesson.steps, blank]);
    // Whoever adds a step goes on to write it.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('.writer-step:last-child textarea')?.focus());
  };
  const title = typeof lesson.title === 'string' ? lesson.title : lesson.title.en;
  const ready = view !== null && lesson.steps.every((step) => typeof step.text !== 'string' || step.text.trim() !== '');
  const link = useMemo(() => (ready ? linkOf(records, lesson, hidden) : null), [ready, records, lesson, hidden]);

  return (
    <aside className="lesson-panel lesson-writer" aria-label={text.title}>
      <header className="lesson-head">
        <h2>{text.title}</h2>
        <button type="button" className="button button-quiet button-icon" aria-label={text.close} onClick={() => writing.set(false)}>
          <Icon name="close" />
        </button>
      </header>
      <div ref={body} className="writer-body">
        <div className="field">
          <label className="field-label" htmlFor={titleId}>
            {text.name}
          </label>
          <input
            id={titleId}
            className="control"
            maxLength={120}
            value={title}
            onChange={(event) => change({ lesson: { ...lesson, title: event.target.value }, hidden })}
          />
        </div>
        <ol className="writer-steps">
          {lesson.steps.map((step, index) => (
            <StepForm
              key={index}
              step={step}
              index={index}
              only={lesson.steps.length === 1}
              onChange={(changed) => changeSteps(lesson.steps.with(index, changed))}
              onRemove={() => changeSteps(lesson.steps.toSpliced(index, 1))}
              onUp={() => changeSteps(lesson.steps.toSpliced(index, 1).toSpliced(index - 1, 0, step))}
            />
          ))}
        </ol>
        <p className="help">{text.marks}</p>
        <button type="button" className="button button-small" disabled={lesson.steps.length >= 40} onClick={add}>
          <Icon name="reward" />
          {text.add}
        </button>
        <details className="fold">
          <summary>{text.hide}</summary>
          <div className="writer-hide">
            <HiddenFields hidden={hidden} onChange={(names) => change({ lesson, hidden: names })} />
          </div>
        </details>
      </div>
      <footer className="writer-foot">
        {link === null || 'problem' in link ? (
          <p className="help" data-bad={link ? '' : undefined}>
            {link ? (link.problem === 'bad' ? text.bad : strings.share.link[link.problem]) : view === null ? text.noTrial : text.empty}
          </p>
        ) : (
          <div className="writer-pass">
            <button type="button" className="button" onClick={() => begin(lesson, null)}>
              <Icon name="play" />
              {text.preview}
            </button>
            <Address address={link.address} foot={text.length} />
          </div>
        )}
      </footer>
    </aside>
  );
}

function linkOf(records: Parameters<typeof encodeLink>[0], lesson: Lesson, hidden: readonly Hideable[]): { readonly address: string } | { readonly problem: 'tooLong' | 'notMade' | 'bad' } {
  try {
    const fragment = encodeLink(records, { thoughts: true, hidden, lesson: writeLesson(lesson) });
    return { address: addressOf(fragment) };
  } catch (error) {
    if (error instanceof LinkError) return { problem: error.problem === 'tooLong' ? 'tooLong' : 'notMade' };
    if (error instanceof LessonError) return { problem: 'bad' };
    throw error;
  }
}

interface StepFormProps {
  readonly step: Step;
  readonly index: number;
  readonly only: boolean;
  readonly onChange: (step: Step) => void;
  readonly onRemove: () => void;
  readonly onUp: () => void;
}

function StepForm({ step, index, only, onChange, onRemove, onUp }: StepFormProps) {
  const strings = useStrings();
  const text = strings.writeLesson;
  const { point, act, show } = step;
  const shownTurn = show?.turn === undefined || show.turn === 'end' ? null : show.turn;
  return (
    <li className="writer-step">
      <div className="row">
        <span className="field-label grow">{text.step(index + 1)}</span>
        {index > 0 && (
          <button type="button" className="button button-quiet button-icon" aria-label={text.up(index + 1)} onClick={onUp}>
            <Icon name="up" />
          </button>
        )}
        {!only && (
          <button type="button" className="button button-quiet button-icon" aria-label={text.remove(index + 1)} onClick={onRemove}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <textarea
        className="control"
        rows={3}
        maxLength={2000}
        aria-label={text.text(index + 1)}
        placeholder={text.placeholder}
        value={typeof step.text === 'string' ? step.text : step.text.en}
        onChange={(event) => onChange({ ...step, text: event.target.value })}
      />
      <div className="row">
        <SelectField
          label={text.point}
          grow
          value={point ?? ''}
          options={[{ value: '', label: text.nothing }, ...targetNames.map((name) => ({ value: name, label: text.targets[name] }))]}
          onChange={(chosen) => onChange({ ...step, point: chosen === '' ? undefined : chosen })}
        />
        <SelectField
          label={text.act}
          grow
          value={act ?? ''}
          options={[{ value: '', label: text.nothing }, ...acts.map((name) => ({ value: name, label: strings.lessons.acts[name] }))]}
          onChange={(chosen) => onChange({ ...step, act: chosen === '' ? undefined : chosen })}
        />
      </div>
      {show?.episode !== undefined && shownTurn !== null ? (
        <p className="help">
          {text.shows(show.episode + 1, shownTurn)}{' '}
          <button
            type="button"
            className="term"
            onClick={() => onChange({ ...step, show: undefined })}
          >
            {text.forget}
          </button>
        </p>
      ) : (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            const { view } = trial.get();
            const { moment, overlay, scene } = useSetup.getState();
            if (view === null) return;
            const { episode, turn } = settle(view, moment);
            onChange({ ...step, show: { episode, turn, overlay, ...(scene === 'wall' && { scene }) } });
          }}
        >
          {text.moment}
        </button>
      )}
    </li>
  );
}
