/** The door to trying by hand: a level of one's own, drawn or brought along, told at every stroke what is wrong with it. */
import { useEffect, useMemo, type KeyboardEvent } from 'react';
import { person } from '../../trial/runner.ts';
import { initial, InputError, type Task } from '../../worlds/index.ts';
import { able } from '../able.ts';
import { commands, hint } from '../commands.ts';
import { Hint } from '../hint.tsx';
import { Icon } from '../icons.tsx';
import { isBusy, status } from '../log.ts';
import { choiceInWords } from '../policies.ts';
import { useStrings } from '../preferences.ts';
import { start } from '../run.ts';
import { taskKey, taskName, taskOf, type Chosen } from '../settings.ts';
import { useSetup } from '../setup.ts';
import { useSource } from '../source.ts';
import { useTruth } from '../truth/useTruth.ts';
import { EditorBoard } from './board.tsx';
import { check, type Checked } from './check.ts';
import { Checks } from './checks.tsx';
import { draftOf } from './draft.ts';
import { useDrawing } from './store.ts';
import { TextPanel } from './textPanel.tsx';
import { Palette, SizeFields } from './tools.tsx';
import './editor.css';

/** @param stage the task of the trial on stage, to start from; null: there is none */
export function HandDoor({ task: stage }: { readonly task: Task | null }) {
  const strings = useStrings();
  const text = strings.editor;
  const draft = useDrawing((drawing) => drawing.draft);
  const plan = useDrawing((drawing) => drawing.plan);
  const checked = useMemo(() => check(draft), [draft]);
  const { task } = checked;
  const truth = useTruth(useMemo(() => task && initial(task), [task]));
  const busy = isBusy(useSource(status));
  const policy = useSetup((setup) => setup.policy);
  const rival = policy === person ? 'scout' : policy;
  useChosen(checked);

  return (
    <section className="editor" id="stage" tabIndex={-1} aria-labelledby="editor-title" onKeyDown={onKeyDown}>
      <div className="editor-head">
        <h2 id="editor-title">{text.title}</h2>
        <p className="help">{text.intro[draft.world]}</p>
      </div>
      <div className="editor-work">
        <Palette world={draft.world} />
        <div className="editor-board-card">
          <EditorBoard
            draft={draft}
            faults={checked.faults}
            truth={plan && truth?.world === 'sokoban' ? truth : null}
            first={task?.world === 'minesweeper' && task.first ? { row: task.first.row - 1, column: task.first.col - 1 } : draft.first}
          />
        </div>
        <History />
      </div>
      <div className="editor-side">
        <Checks checked={checked} truth={truth} turns={draft.turns} movesPerTurn={draft.movesPerTurn} />
        <div className="editor-go">
          <button type="button" className="button button-main" disabled={task === null || busy} onClick={() => task && void start({ ...useSetup.getState(), policy: person })}>
            <Icon name="hand" />
            {text.playYourself}
          </button>
          <Hint text={hint(commands.run, strings)}>
            <button type="button" className="button plays-chosen" disabled={task === null || busy} onClick={() => task && void start({ ...useSetup.getState(), policy: rival })}>
              <Icon name="play" />
              {strings.hand.letPlay(choiceInWords(rival, strings))}
            </button>
          </Hint>
          <p className="help">{task ? text.becomes(taskName(task, strings)) : text.blocked}</p>
        </div>
        <SizeFields />
        <div className="editor-begin" role="group" aria-label={text.startFrom}>
          <span className="field-label">{text.startFrom}</span>
          <div className="row">
            <button type="button" className="button button-small" disabled={stage === null} onClick={() => stage && useDrawing.getState().change(draftOf(stage))}>
              {text.fromTask}
            </button>
            <button type="button" className="button button-small" onClick={() => useDrawing.getState().clear()}>
              {text.fromEmpty}
            </button>
          </div>
        </div>
        <TextPanel />
      </div>
    </section>
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement && event.target.type === 'number') return;
  const { undo, redo } = useDrawing.getState();
  const key = event.key.toLowerCase();
  const step = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : null;
  if (!step) return;
  event.preventDefault();
  step();
}

function History() {
  const text = useStrings().editor;
  const { past, future, plan, draft, undo, redo, setPlan } = useDrawing();
  return (
    <div className="editor-history">
      <button type="button" className="button button-quiet button-small" aria-keyshortcuts="Control+Z" {...able(past.length > 0, undo)}>
        <Icon name="recalled" />
        {text.undo}
      </button>
      <button type="button" className="button button-quiet button-small" aria-keyshortcuts="Control+Shift+Z" {...able(future.length > 0, redo)}>
        <Icon name="redo" />
        {text.redo}
      </button>
      {draft.world === 'sokoban' && (
        <button type="button" className="button button-quiet button-small" aria-pressed={plan} onClick={() => setPlan(!plan)}>
          <Icon name="truth" />
          {text.plan}
        </button>
      )}
    </div>
  );
}

/**
 * The drawing and the chosen task are one: a task that is chosen elsewhere comes onto the board, a level that can be played becomes the
 * chosen task, and while it can't nothing can be run.
 */
function useChosen({ task }: Checked): void {
  const setting = useSetup((setup) => setup.setting);
  const seed = useSetup((setup) => setup.seed);
  const level = useSetup((setup) => setup.level);

  useEffect(() => {
    const chosen = taskOrNull({ setting, seed, level });
    const { synced, change, draft } = useDrawing.getState();
    if (chosen === null || taskKey(chosen) === synced) return;
    const next = draftOf(chosen);
    // The first that comes onto the board is no change.
    if (synced === null) useDrawing.setState({ draft: next });
    else if (JSON.stringify(next) !== JSON.stringify(draft)) change(next);
    useDrawing.setState({ synced: taskKey(chosen) });
  }, [setting, seed, level]);

  useEffect(() => {
    useSetup.setState({ broken: task === null });
    if (task === null || taskKey(task) === useDrawing.getState().synced) return;
    const setup = useSetup.getState();
    const seeded = taskOrNull({ ...setup, level: null });
    const same = seeded !== null && taskKey(seeded) === taskKey(task);
    useDrawing.setState({ synced: taskKey(task) });
    useSetup.setState({ level: same ? null : task, showing: 'task' });
  }, [task]);

  useEffect(() => () => useSetup.setState({ broken: false }), []);
}

function taskOrNull(choice: Chosen): Task | null {
  try {
    return taskOf(choice);
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
}
