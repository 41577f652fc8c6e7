/** The page: setup at the left, the strip above, board in the middle, thoughts at the right. */
import { useEffect, useMemo } from 'react';
import { initial, InputError, makeTask, rows, type Task } from '../worlds/index.ts';
import { Announcer } from './announcer.tsx';
import { useKeys } from './commands.ts';
import { Header } from './header.tsx';
import { trial } from './log.ts';
import { settle } from './navigate.ts';
import { applyTheme, usePreferences, useStrings } from './preferences.ts';
import { Problem } from './problem.tsx';
import { parseSeed, type Setting } from './settings.ts';
import { SetupPanel } from './setupPanel.tsx';
import { useSetting, useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { Talk } from './talk.tsx';

const beginning = { episode: 0, turn: 0 };

export function App() {
  const strings = useStrings();
  const { theme, language } = usePreferences();
  const { view } = useSource(trial);
  const { place, showing, seed } = useSetup();
  const setting = useSetting();
  const chosen = useMemo(() => taskOf(setting, parseSeed(seed) ?? 0), [setting, seed]);
  useKeys();
  useEffect(() => applyTheme(theme), [theme]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const shown = showing === 'trial' ? view : null;
  const task = shown?.start.task ?? ('task' in chosen ? chosen.task : null);
  const start = useMemo(() => (task ? rows(initial(task)) : []), [task]);
  const at = shown ? settle(shown, place) : beginning;

  return (
    <>
      <a className="skip" href="#stage">
        {strings.skip}
      </a>
      <div className="page">
        <div className="top">
          <Header />
          <Problem task={'problem' in chosen ? chosen.problem : null} />
        </div>
        <SetupPanel />
        <main className="main">
          {task && (
            <>
              <Strip view={shown} task={task} start={start} place={at} />
              <Stage view={shown} task={task} start={start} place={at} />
              <Talk view={shown} world={task.world} place={at} />
            </>
          )}
        </main>
        <footer className="foot">
          <p>{strings.foot.private}</p>
          <p>{strings.foot.keys}</p>
        </footer>
      </div>
      <Announcer view={shown} place={at} />
    </>
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
