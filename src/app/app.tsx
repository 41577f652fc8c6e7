/** The page: setup at the left, the strip above, board in the middle, thoughts at the right. */
import { useEffect, useMemo } from 'react';
import { initial, InputError, makeTask, rows, type Task } from '../worlds/index.ts';
import { Announcer } from './announcer.tsx';
import { useKeys } from './commands.ts';
import { Header } from './header.tsx';
import { Help } from './help.tsx';
import { HintProvider } from './hint.tsx';
import { useLinkedCells } from './linked.ts';
import { trial } from './log.ts';
import { settle } from './navigate.ts';
import { upTo } from './playback/cut.ts';
import { isUnderWay, type Moment } from './playback/moments.ts';
import { usePlayback } from './playback/usePlayback.ts';
import { applyTheme, useCompact, usePreferences, useStrings } from './preferences.ts';
import { Problem } from './problem.tsx';
import { parseSeed, type Setting } from './settings.ts';
import { SetupPanel } from './setupPanel.tsx';
import { useSetting, useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { Talk } from './talk.tsx';
import { Wall } from './wall/wall.tsx';

const beginning: Moment = { episode: 0, turn: 0, beat: null };

export function App() {
  const strings = useStrings();
  const { theme, language } = usePreferences();
  const { view } = useSource(trial);
  const { moment, seen, showing, scene, seed } = useSetup();
  const setting = useSetting();
  const chosen = useMemo(() => taskOf(setting, parseSeed(seed) ?? 0), [setting, seed]);
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
  const at = whole ? settle(whole, moment) : beginning;
  const shown = useMemo(() => whole && upTo(whole, seen), [whole, seen]);
  const next = whole && isUnderWay(at.beat) ? (whole.episodes[at.episode]?.turns[at.turn] ?? null) : null;

  return (
    <HintProvider delayDuration={350}>
      <a className="skip" href="#stage">
        {strings.skip}
      </a>
      <div className="page" data-scene={scene} data-compact={compact ? '' : undefined}>
        <div className="top">
          <Header />
          <Problem task={'problem' in chosen ? chosen.problem : null} />
        </div>
        <SetupPanel />
        <main className="main">
          {scene === 'wall' && <Wall />}
          {scene === 'stage' && task && (
            <>
              <Strip view={shown} over={whole !== null && whole.won !== null && shown === whole} task={task} start={start} at={at} />
              <Stage view={whole} task={task} start={start} at={at} />
              <Talk view={shown} next={next} world={task.world} at={at} />
            </>
          )}
        </main>
        <footer className="foot">
          <p>{strings.foot.private}</p>
        </footer>
      </div>
      <Announcer view={shown} place={at} />
      <Help />
    </HintProvider>
  );
}

/** A seed may have no level in a setting's range; that is told, not thrown. */
function taskOf(setting: Setting, seed: number): { readonly task: Task } | { readonly problem: string } {
  try {
    return { task: makeTask(setting.world, setting.values, seed) };
  } catch (error) {
    if (error instanceof InputError) return { problem: error.message };
    throw error;
  }
}
