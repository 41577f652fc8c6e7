/** The page: setup at the left, the strip above, board in the middle, thoughts at the right. */
import { lazy, Suspense, useEffect, useMemo } from 'react';
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
import { settle } from './navigate.ts';
import { NoteDialog } from './notes/noteDialog.tsx';
import { upTo } from './playback/cut.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { useSettled } from './playback/settled.ts';
import { usePlayback } from './playback/usePlayback.ts';
import { applyTheme, useCompact, usePreferences, useStrings } from './preferences.ts';
import { Problem } from './problem.tsx';
import { Notices } from './runs/notices.tsx';
import { Panels } from './runs/panelsView.tsx';
import { taskOf, type Chosen } from './settings.ts';
import { SetupPanel } from './setupPanel.tsx';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { Talk } from './talk.tsx';
import { Wall } from './wall/wall.tsx';

/** Charts and all: fetched when somebody wants to train. */
const TrainDoor = lazy(() => import('./train/door.tsx').then(({ TrainDoor }) => ({ default: TrainDoor })));
/** The editor of levels. */
const HandDoor = lazy(() => import('./editor/door.tsx').then(({ HandDoor }) => ({ default: HandDoor })));

const beginning: Moment = { episode: 0, turn: 0, beat: null };

export function App() {
  const strings = useStrings();
  const { theme, language } = usePreferences();
  const { view } = useSource(trial);
  const { moment, seen, showing, scene, setting, seed, level } = useSetup();
  const chosen = useMemo(() => taskOrProblem({ setting, seed, level }), [setting, seed, level]);
  const beside = useBeside();
  const compact = useCompact();
  useKeys();
  useLinkedCells();
  usePlayback();
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const whole = showing === 'trial' ? view : null;
  const task = whole?.start.task ?? ('task' in chosen ? chosen.task : null);
  const start = useMemo(() => (task ? rows(initial(task)) : []), [task]);
  const at = useMemo(() => (whole ? settle(whole, moment) : beginning), [whole, moment]);
  const shown = useMemo(() => whole && upTo(whole, seen), [whole, seen]);
  const next = whole && isUnderWay(at.beat) ? (whole.episodes[at.episode]?.turns[at.turn] ?? null) : null;
  const read = useSettled(useMemo(() => ({ view: shown, next, at }), [shown, next, at]));

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
          {scene === 'stage' && task && (
            <>
              <Strip view={read.view} over={whole !== null && whole.won !== null && read.view === whole} task={task} start={start} at={read.at} />
              {beside ? (
                <CompareView left={beside.left} right={beside.right} />
              ) : (
                <>
                  <Stage view={whole} task={task} start={start} at={at} read={read.at} />
                  <Talk view={read.view} next={read.next} world={task.world} at={read.at} />
                </>
              )}
            </>
          )}
        </main>
        <footer className="foot">
          <p>{strings.foot.private}</p>
        </footer>
      </div>
      {scene !== 'train' && <Announcer view={read.view} place={read.at} />}
      <Help />
      <Panels />
      <NoteDialog />
      <LessonsLayer />
    </HintProvider>
  );
}

/** A seed may have no level in a setting's range; that is told, not thrown. */
function taskOrProblem(choice: Chosen): { readonly task: Task } | { readonly problem: string } {
  try {
    return { task: taskOf(choice) };
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message };
    throw error;
  }
}
