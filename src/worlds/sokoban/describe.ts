/** A position as the policy reads it: one line a row, `row:` and a symbol for each cell. Cells outside the walls read as walls. */
import type { Level, Position } from './level.ts';

export function describe(level: Level, { player, boxes }: Position): string {
  const lines: string[] = [];
  for (let r = 0; r < level.height; r++) {
    let line = `${r}:`;
    for (let c = 0; c < level.width; c++) {
      const cell = r * level.width + c;
      const onGoal = level.goal[cell] === 1;
      if (level.wall[cell] === 1) line += ' #';
      else if (cell === player) line += onGoal ? ' S' : ' P';
      else if (boxes.includes(cell)) line += onGoal ? ' √' : ' X';
      else line += onGoal ? ' O' : ' _';
    }
    lines.push(line);
  }
  return lines.join('\n');
}
