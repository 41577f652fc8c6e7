/** A lesson that comes with the page begins. */
import { decodeLink } from '../../experiment/links/index.ts';
import { show } from '../opening.ts';
import { begin } from './state.ts';
import type { Bundled } from './texts.ts';

export { lessons, tour, type Bundled } from './texts.ts';

/** Its trial comes on stage, still. @throws LinkError */
export function start({ id, lesson, trial }: Bundled): void {
  if (trial !== null) show(decodeLink(trial).records, false);
  begin(lesson, id);
}
