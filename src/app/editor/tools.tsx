/** What to draw with, and how large the level is. */
import { useEffect, useId, useState } from 'react';
import { Box, Player, Target } from '../board/sokoban.tsx';
import { Mine } from '../board/minesweeper.tsx';
import { unit } from '../board/geometry.ts';
import { keyName } from '../commands.ts';
import { useStrings } from '../preferences.ts';
import type { WorldId } from '../../worlds/index.ts';
import { boundsOf, numberIn, resize, toolKeys, toolsOf, type Bounds, type Tool } from './draft.ts';
import { useDrawing } from './store.ts';

export function Palette({ world }: { readonly world: WorldId }) {
  const text = useStrings().editor;
  const chosen = useDrawing((drawing) => drawing.tool);
  const tools = toolsOf(world);
  useEffect(() => {
    if (!tools.includes(useDrawing.getState().tool)) useDrawing.setState({ tool: tools[0] });
  }, [tools]);
  return (
    <fieldset className="palette">
      <legend className="hidden">{text.palette}</legend>
      {tools.map((tool) => (
        <label key={tool} title={text.toolHelp[tool]}>
          <input type="radio" name="tool" checked={tool === chosen} onChange={() => useDrawing.setState({ tool })} />
          <Picture tool={tool} world={world} />
          <span className="palette-name">{text.tools[tool]}</span>
          <kbd aria-hidden>{keyName(Object.entries(toolKeys[world]).find(([, each]) => each === tool)?.[0] ?? '')}</kbd>
        </label>
      ))}
    </fieldset>
  );
}

const here = { row: 0, column: 0 };

function Picture({ tool, world }: { readonly tool: Tool; readonly world: WorldId }) {
  const middle = unit / 2;
  return (
    <svg className="palette-picture e-mines" viewBox={`0 0 ${unit} ${unit}`} aria-hidden>
      {tool === 'wall' ? <rect className="b-wall" x={3} y={3} width={34} height={34} rx={5} /> : <rect className={world === 'sokoban' ? 'b-floor' : tool === 'first' ? 'b-flat' : 'b-raised-top'} x={1.5} y={1.5} width={37} height={37} rx={4} />}
      {(tool === 'target' || tool === 'boxOnTarget') && <Target cell={here} />}
      {(tool === 'box' || tool === 'boxOnTarget') && <Box cell={here} done={tool === 'boxOnTarget'} />}
      {tool === 'player' && <Player cell={here} angle={180} />}
      {tool === 'mine' && <Mine x={middle} y={middle} />}
      {tool === 'first' && <rect className="b-chosen" x={2} y={2} width={36} height={36} rx={6} />}
    </svg>
  );
}

export function SizeFields() {
  const text = useStrings().editor;
  const draft = useDrawing((drawing) => drawing.draft);
  const change = useDrawing((drawing) => drawing.change);
  const { side, turns, moves } = boundsOf(draft.world);
  const [height, width] = [draft.rows.length, draft.rows[0].length];
  return (
    <fieldset className="editor-size">
      <legend className="hidden">{text.size}</legend>
      {draft.world === 'sokoban' ? (
        <>
          <Stepper label={text.rows} value={height} bounds={side} onChange={(value) => change(resize(draft, value, width))} />
          <Stepper label={text.columns} value={width} bounds={side} onChange={(value) => change(resize(draft, height, value))} />
        </>
      ) : (
        <Stepper label={text.sides} value={height} bounds={side} onChange={(value) => change(resize(draft, value, value))} />
      )}
      <Stepper label={text.turns} value={draft.turns} bounds={turns} onChange={(value) => change({ ...draft, turns: value })} />
      {draft.world === 'sokoban' && <Stepper label={text.moves} value={draft.movesPerTurn} bounds={moves} onChange={(value) => change({ ...draft, movesPerTurn: value })} />}
    </fieldset>
  );
}

interface StepperProps {
  readonly label: string;
  readonly value: number;
  readonly bounds: Bounds;
  readonly onChange: (value: number) => void;
}

/** A small whole number: typed, or one more or less. What can't be stays as it was typed, the range is said below it, and the level is as it was. */
function Stepper({ label, value, bounds, onChange }: StepperProps) {
  const text = useStrings().editor;
  const [typed, setTyped] = useState({ text: String(value), of: value });
  // The level became another one by other means: what was typed was about the one before.
  if (typed.of !== value) setTyped({ text: String(value), of: value });
  const id = useId();
  const [min, max] = bounds;
  const bad = numberIn(typed.text, bounds) === null;
  const type = (next: string): void => {
    const wanted = numberIn(next, bounds) ?? value;
    setTyped({ text: next, of: wanted });
    if (wanted !== value) onChange(wanted);
  };
  return (
    <div className="stepper">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="number"
        className="control mono"
        inputMode="numeric"
        min={min}
        max={max}
        value={typed.text}
        aria-invalid={bad}
        aria-describedby={bad ? `${id}-help` : undefined}
        onChange={(event) => type(event.target.value)}
      />
      {bad && (
        <p id={`${id}-help`} className="help" data-bad="" role="alert">
          {text.range(min, max)}
        </p>
      )}
    </div>
  );
}
