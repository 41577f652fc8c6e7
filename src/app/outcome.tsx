/** How an episode ended: a shape and a word, in the colour of the role. */
import type { End, WorldId } from '../worlds/index.ts';
import { Icon } from './icons.tsx';
import { useStrings } from './preferences.ts';
import { outcomeInWords } from './say.ts';

interface OutcomeProps {
  readonly end: End;
  readonly world: WorldId;
}

export function Outcome({ end, world }: OutcomeProps) {
  const strings = useStrings();
  return (
    <span className="outcome" data-end={end}>
      <Icon name={end} />
      {outcomeInWords(end, world, strings)}
    </span>
  );
}
