/** What there is to say about the run on stage: where it came from, whether it is saved, and that it can be gone on with. Each is said once. */
import { memo, useState, type ReactNode } from 'react';
import { status, tree, trial, unawaited } from '../log.ts';
import { Icon, type IconName } from '../icons.tsx';
import { lastPlace } from '../navigate.ts';
import { useStrings } from '../preferences.ts';
import { lastPolicy } from '../policies.ts';
import { resume } from '../run.ts';
import { hidden, hide } from '../share/hidden.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { bringBack, deleted, stageRun } from './keep.ts';
import { openSaved } from './open.ts';
import { arrival, cutOff, panel } from './panels.ts';
import { saveStage } from './saving.ts';
import { forked, store, useRuns } from './store.ts';
import { awayTrial } from './tabs.ts';

export const Notices = memo(function Notices() {
  return (
    <>
      <Arrived />
      <Unsaved />
      <Forked />
      <Deleted />
      <Stopped />
    </>
  );
});

function Arrived() {
  const strings = useStrings();
  const came = useSource(arrival);
  const away = useSource(hidden);
  const text = strings.arrival;
  const controls = away.filter((name) => name !== 'later').length;
  if (came === null) return controls > 0 ? <Notice icon="link" text={text.hidden} actions={[[text.showAll, () => hide([])]]} /> : null;
  const dismiss = (): void => {
    arrival.set(null);
    if (came.kind === 'badLink') history.replaceState(null, '', `${location.pathname}${location.search}`);
  };
  switch (came.kind) {
    case 'link':
      return (
        <Notice
          icon="link"
          text={`${came.thoughts ? text.linkThoughts : text.link}${controls > 0 ? ` ${text.hidden}` : ''}`}
          actions={[[text.contents, () => panel.set('contents')], ...(controls > 0 ? [[text.showAll, () => hide([])] as const] : [])]}
          dismiss={dismiss}
        />
      );
    case 'file':
      return <Notice icon="file" text={text.file(came.names)} dismiss={dismiss} />;
    case 'badLink':
      return <Notice icon="link" bad title={text.linkTitle} text={`${text.linkProblems[came.problem]} ${text.stays}`} details={came.message} dismiss={dismiss} />;
    case 'badFile':
      return <Notice icon="file" bad title={`${came.name}: ${text.fileTitle}`} text={text.fileProblems[came.problem]} details={came.message || undefined} dismiss={dismiss} />;
  }
}

function Unsaved() {
  const strings = useStrings();
  const { problem } = useRuns();
  const here = useSource(trial).view !== null;
  if (problem === null) return null;
  const text = strings.runs;
  return (
    <Notice
      icon="file"
      bad
      title={text.notSaved}
      text={text.problems[problem.kind]}
      actions={[...(here ? [[text.saveFile, () => unawaited(saveStage('json'))] as const] : []), [text.retry, () => void store.get()?.reopen()]]}
    />
  );
}

function Forked() {
  const strings = useStrings();
  const fork = useSource(forked);
  const running = useSource(status).kind === 'running';
  if (fork === null) return null;
  const show = (): void => {
    forked.set(null);
    unawaited(openSaved(fork.run, { trial: fork.branch }));
  };
  return (
    <Notice icon="branch" text={strings.runs.forked} actions={running ? [] : [[strings.runs.forkedShow, show]]} dismiss={() => forked.set(null)} />
  );
}

function Deleted() {
  const { runs: text } = useStrings();
  const by = useSource(deleted);
  const id = useSource(stageRun)?.id;
  const [read, setRead] = useState<string | null>(null);
  if (by === null || id === undefined || read === `${by} ${id}`) return null;
  return (
    <Notice
      icon="remove"
      text={by === 'here' ? text.deletedHere : text.deletedElsewhere}
      actions={[[text.keepIt, () => bringBack(id)]]}
      dismiss={() => setRead(`${by} ${id}`)}
    />
  );
}

function Stopped() {
  const strings = useStrings();
  const { view } = useSource(trial);
  const { id, shown, branches } = useSource(tree);
  const cut = useSource(cutOff) === id;
  const now = useSource(status);
  const elsewhere = useSource(awayTrial);
  const branch = branches.find((each) => each.id === shown);
  if (!cut || now.kind !== 'stopped' || view === null || view.won !== null || view.episodes.length === 0 || branch === undefined) return null;
  const { episode, turn } = lastPlace(view);
  const away = elsewhere === branch.id;
  return (
    <Notice
      icon="stop"
      text={`${strings.runs.stopped(episode + 1, turn)}${away ? ` ${strings.runs.away}` : ''}`}
      actions={away ? [] : [[strings.runs.resume, () => void resume(branch, lastPolicy(view) ?? useSetup.getState().policy)]]}
    />
  );
}

interface NoticeProps {
  readonly icon: IconName;
  /** something went wrong */
  readonly bad?: boolean;
  readonly title?: string;
  readonly text: string;
  readonly details?: string;
  readonly actions?: readonly (readonly [label: string, run: () => void])[];
  readonly dismiss?: () => void;
}

function Notice({ icon, bad = false, title, text, details, actions = [], dismiss }: NoticeProps): ReactNode {
  const strings = useStrings();
  return (
    <div className="notice" role={bad ? 'alert' : 'status'} data-bad={bad ? '' : undefined}>
      <Icon name={icon} />
      <div className="notice-text">
        <p>
          {title !== undefined && <strong>{title} </strong>}
          {text}
        </p>
        {details !== undefined && (
          <details className="fold">
            <summary>{strings.arrival.details}</summary>
            <p className="help" lang="en">
              {details}
            </p>
          </details>
        )}
      </div>
      {actions.map(([label, run]) => (
        <button key={label} type="button" className="button button-small" onClick={run}>
          {label}
        </button>
      ))}
      {dismiss && (
        <button type="button" className="button button-quiet button-icon" aria-label={strings.runs.dismiss} onClick={dismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
