/** Another action: built move by move or by choosing a cell, picked from what the policy would also have said, or typed. */
import { useState, type KeyboardEvent } from 'react';
import { act, legal, respond, rows, type State } from '../../worlds/index.ts';
import { directions } from '../../worlds/sokoban/index.ts';
import { stepOf } from '../board/cells.tsx';
import { percent } from '../board/overlay.tsx';
import { Icon } from '../icons.tsx';
import { useOdds } from '../odds.ts';
import { outcomeInWords, actionInWords, rewardInWords } from '../say.ts';
import { useStrings } from '../preferences.ts';
import { othersOf } from './likely.ts';
import { branchAction } from './make.ts';
import { Go, type FormProps } from './whatIf.tsx';

export function ActionForm({ view, episode, place }: FormProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const state = episode.states[place.turn];
  const { task } = state;
  const [actions, setActions] = useState<readonly string[]>([]);
  /** what stands in the field, as long as it is not what the buttons say */
  const [typed, setTyped] = useState<string | null>(null);
  const [bad, setBad] = useState(false);
  const most = task.world === 'sokoban' ? task.config.movesPerTurn : 1;
  const was = episode.turns.at(place.turn)?.acted;
  const say = (list: readonly string[]): string => list.map((action) => actionInWords(action, strings)).join(', ');

  const choose = (list: readonly string[]): void => {
    setActions(list.slice(0, most));
    setTyped(null);
    setBad(false);
  };
  const type = (value: string): void => {
    setTyped(value);
    const read = respond(state, `<action>${value}</action>`);
    setBad(value.trim() !== '' && !read.valid);
    setActions(value.trim() !== '' && read.valid ? read.applied : []);
  };
  const written = task.world === 'sokoban' ? actions.join(', ') : actions.map((cell) => `(${cell.replace(',', ', ')})`).join('');

  return (
    <div className="what-if-form">
      {was && (
        <p className="what-if-was">
          {text.was}: {was.valid ? say(was.actions) : strings.talk.invalid}
        </p>
      )}
      {task.world === 'sokoban' ? <Moves actions={actions} most={most} onChange={choose} /> : <Field state={state} chosen={actions[0]} onChange={(cell) => choose([cell])} />}
      <Likely view={view} place={place} given={was?.actions ?? []} onChoose={choose} say={say} />
      <label className="field">
        <span className="field-label">{text.asText}</span>
        <input
          className="control"
          value={typed ?? written}
          placeholder={text.textHint[task.world]}
          aria-invalid={bad}
          aria-describedby="what-if-read"
          onChange={(event) => type(event.target.value)}
        />
      </label>
      <p id="what-if-read" className="help" data-bad={bad ? '' : undefined} role="status">
        {bad ? text.unreadable : actions.length > 0 ? outcomeOf(state, actions, strings) : ''}
      </p>
      <Go disabled={actions.length === 0} onGo={() => branchAction(place, actions)} />
    </div>
  );
}

function outcomeOf(state: State, actions: readonly string[], strings: ReturnType<typeof useStrings>): string {
  const turn = act(state, actions);
  const reward = `${strings.talk.reward} ${rewardInWords(turn.reward)}`;
  return turn.end === null ? reward : `${reward}, ${outcomeInWords(turn.end, state.world, strings)}`;
}

interface MovesProps {
  readonly actions: readonly string[];
  readonly most: number;
  readonly onChange: (actions: readonly string[]) => void;
}

const arrows: Readonly<Record<string, (typeof directions)[number]>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' };

function Moves({ actions, most, onChange }: MovesProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const full = actions.length >= most;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const direction = event.altKey || event.ctrlKey || event.metaKey ? undefined : arrows[event.key];
    if (direction !== undefined && !full) onChange([...actions, direction]);
    else if (event.key === 'Backspace') onChange(actions.slice(0, -1));
    else if (direction === undefined) return;
    event.preventDefault();
  };
  return (
    <div className="moves" role="group" aria-label={text.moves} onKeyDown={onKeyDown}>
      <div className="moves-pad">
        {directions.map((direction) => (
          <button
            key={direction}
            type="button"
            className="button button-icon"
            data-direction={direction}
            aria-label={strings.talk.move[direction]}
            aria-disabled={full}
            onClick={() => !full && onChange([...actions, direction])}
          >
            <Icon name={direction} />
          </button>
        ))}
      </div>
      <div className="moves-list">
        <ol aria-live="polite">
          {actions.map((action, index) => (
            <li key={index} className="chip">
              {actionInWords(action, strings)}
            </li>
          ))}
        </ol>
        {actions.length > 0 ? (
          <button type="button" className="button button-small button-quiet" onClick={() => onChange(actions.slice(0, -1))}>
            {text.takeBack}
          </button>
        ) : (
          <span className="help">{text.full(most)}</span>
        )}
      </div>
    </div>
  );
}

interface FieldProps {
  readonly state: State;
  readonly chosen: string | undefined;
  readonly onChange: (cell: string) => void;
}

/** The cells that can be opened, as a grid with one tab stop. */
function Field({ state, chosen, onChange }: FieldProps) {
  const strings = useStrings();
  const text = strings.branches.whatIf;
  const board = rows(state);
  const columns = Math.max(...board.map((row) => row.length));
  const open = new Set(legal(state));
  const [at, setAt] = useState({ row: 0, column: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const next = stepOf(event, at, board.length, columns);
    if (next === null) return;
    setAt(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${next.row},${next.column}"]`)?.focus();
  };
  return (
    <div className="field-grid" role="grid" aria-label={text.cells} onKeyDown={onKeyDown}>
      {board.map((line, row) => (
        <div key={row} role="row">
          {[...line].map((symbol, column) => {
            const cell = `${row + 1},${column + 1}`;
            const can = open.has(cell);
            return (
              <span key={column} role="gridcell" aria-selected={chosen === cell}>
                <button
                  type="button"
                  data-at={`${row},${column}`}
                  tabIndex={row === at.row && column === at.column ? 0 : -1}
                  aria-label={text.cell(row + 1, column + 1)}
                  aria-pressed={chosen === cell}
                  aria-disabled={!can}
                  onFocus={() => setAt({ row, column })}
                  onClick={() => can && onChange(cell)}
                >
                  {can ? '' : symbol.replace('.', '')}
                </button>
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface LikelyProps extends Pick<FormProps, 'view' | 'place'> {
  /** what was answered */
  readonly given: readonly string[];
  readonly onChoose: (actions: readonly string[]) => void;
  readonly say: (actions: readonly string[]) => string;
}

/** Once a model is loaded: what it would have answered after the same thought, how likely. */
function Likely({ view, place, given, onChoose, say }: LikelyProps) {
  const strings = useStrings();
  const odds = useOdds(view, place);
  const others = odds ? othersOf(odds.answers, given, 4) : [];
  if (others.length === 0) return null;
  return (
    <div className="field">
      <span className="field-label">{strings.branches.whatIf.likely}</span>
      <div className="presets">
        {others.map(({ actions, text, share }) => (
          <button key={text} type="button" className="button button-small" onClick={() => onChoose(actions)}>
            {say(actions)} <span className="help">{percent(share)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
