/** The page: setup at the left, the strip above, board in the middle, thoughts at the right; one below the other where it is narrow. */
import { lazy, memo, Suspense, useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TrialView } from '../trial/fold.ts';
import { initial, InputError, rows, type Task } from '../worlds/index.ts';
import { Announcer } from './announcer.tsx';
import { CompareView, useBeside } from './branches/parts.tsx';
import { useKeys } from './commands.ts';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { HintProvider } from './hint.tsx';
import { LessonsLayer } from './lessons/lessonsLayer.tsx';
import { useLinkedCells } from './linked.ts';
import { trial } from './log.ts';
import { NoteDialog } from './notes/noteDialog.tsx';
import { Clock } from './playback/clock.ts';
import { useRead } from './playback/here.ts';
import { applyTheme, useCompact, useNarrow, usePreferences, useStrings } from './preferences.ts';
import { Problem } from './problem.tsx';
import { Notices } from './runs/notices.tsx';
import { Panels } from './runs/panelsView.tsx';
import { taskOf, type Chosen } from './settings.ts';
import { SetupPanel } from './setupPanel.tsx';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { Stage } from './stage.tsx';
import { StageMore } from './stageMore.tsx';
import { Strip } from './strip.tsx';
import { Talk } from './talk.tsx';
import { Trouble } from './trouble.ts';
import { Wall } from './wall/wall.tsx';

/** Charts and all: fetched when somebody wants to train. */
const TrainDoor = lazy(() => import('./train/door.tsx').then(({ TrainDoor }) => ({ default: TrainDoor })));
/** The editor of levels. */
const HandDoor = lazy(() => import('./editor/door.tsx').then(({ HandDoor }) => ({ default: HandDoor })));

export function App() {
  const strings = useStrings();
  const { theme, language } = usePreferences();
  const { view } = useSource(trial);
  const { showing, scene, setting, seed, level } = useSetup(useShallow(({ showing, scene, setting, seed, level }) => ({ showing, scene, setting, seed, level })));
  const chosen = useMemo(() => taskOrProblem({ setting, seed, level }), [setting, seed, level]);
  const compact = useCompact();
  useKeys();
  useLinkedCells();
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const whole = showing === 'trial' ? view : null;
  const task = whole?.start.task ?? ('task' in chosen ? chosen.task : null);

  return (
    <HintProvider delayDuration={350}>
      <a className="skip" href="#stage">
        {strings.skip}
      </a>
      <div className="page" data-scene={scene} data-compact={compact ? '' : undefined}>
        <div className="top">
          <Header />
          <Notices />
          <Problem task={'problem' in chosen ? chosen.problem : null} />
        </div>
        {scene !== 'train' && <SetupPanel />}
        <main className="main">
          {scene === 'wall' && <Wall />}
          {scene === 'hand' && (
            <Suspense fallback={<p className="hand-door help">{strings.doors.opening}</p>}>
              <HandDoor task={task} />
            </Suspense>
          )}
          {scene === 'train' && (
            <Suspense fallback={<p className="train help">{strings.doors.opening}</p>}>
              <TrainDoor />
            </Suspense>
          )}
          {scene === 'stage' && task && <Watch whole={whole} task={task} />}
        </main>
        <footer className="foot">
          <p>{strings.foot.private}</p>
        </footer>
      </div>
      <Clock />
      {scene !== 'train' && <Spoken whole={whole} />}
      <Help />
      <Panels />
      <NoteDialog />
      <LessonsLayer />
    </HintProvider>
  );
}

interface WatchProps {
  /** null: the task is only chosen, nothing has been played */
  readonly whole: TrialView | null;
  readonly task: Task;
}

/**
 * The strip above, the board in the middle, thoughts at the right; or two branches side by side. On a phone and in a hall the strip comes after
 * them, in the document as on the screen.
 */
const Watch = memo(function Watch({ whole, task }: WatchProps) {
  const start = useMemo(() => rows(initial(task)), [task]);
  const read = useRead(whole);
  const beside = useBeside();
  const narrow = useNarrow();
  const hall = usePreferences(({ theme }) => theme === 'lecture');
  const strip = <Strip key="strip" view={read.view} finished={whole !== null && whole.won !== null} task={task} start={start} at={read.at} />;
  const stage = beside
    ? [<CompareView key="compare" left={beside.left} right={beside.right} />]
    : [<Stage key="stage" view={whole} task={task} start={start} />, <Talk key="talk" view={read.view} next={read.next} world={task.world} at={read.at} />];
  if (!narrow && !hall) return [strip, ...stage];
  return [...stage, strip, narrow && whole && !beside && <StageMore key="more" view={whole} />];
});

function Spoken({ whole }: Pick<WatchProps, 'whole'>) {
  const { view, at } = useRead(whole);
  return <Announcer view={view} place={at} />;
}

/** A seed may have no level in a setting's range; that is told, not thrown. */
function taskOrProblem(choice: Chosen): { readonly task: Task } | { readonly problem: unknown } {
  try {
    return { task: taskOf(choice) };
  } catch (error) {
    if (error instanceof InputError) return { problem: new Trouble(({ problem }) => problem.noTask, error) };
    throw error;
  }
}
