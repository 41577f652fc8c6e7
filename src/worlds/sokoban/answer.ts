/**
 * What a response asks for. Ours: the last complete <action> pair, whole words. Released (the code released with the paper, with its
 * quirks): from the first <action> to the last </action>, split at commas, each piece is the first action name that it contains.
 */
import { lastTagged } from '../tags.ts';
import type { Answer } from '../world.ts';
import type { SokobanConfig } from './config.ts';
import { directions, type Direction } from './level.ts';

/** `still` does nothing; the rules text does not offer it, but an answer with it can be read. */
export type SokobanAction = Direction | 'still';

const actions: readonly SokobanAction[] = [...directions, 'still'];

/** null: no action's name, whatever the case and the spaces around it */
export function parseAction(text: string): SokobanAction | null {
  return actions.find((action) => action === text.trim().toLowerCase()) ?? null;
}

/** At most `movesPerTurn` actions; what follows them is not read. */
export function parseAnswer(response: string, config: SokobanConfig): Answer<SokobanAction> {
  return config.fidelity === 'released' ? parseReleased(response, config.movesPerTurn) : parseOurs(response, config.movesPerTurn);
}

function parseOurs(response: string, most: number): Answer<SokobanAction> {
  const words = lastTagged(response, 'action')?.split(/[^\p{L}\p{N}_]+/u) ?? [];
  const known = words.flatMap((word) => parseAction(word) ?? []).slice(0, most);
  return { valid: known.length > 0, actions: known };
}

function parseReleased(response: string, most: number): Answer<SokobanAction> {
  const open = response.indexOf('<action>');
  const close = response.lastIndexOf('</action>');
  const invalid: Answer<SokobanAction> = { valid: false, actions: ['still'] };
  if (open < 0 || close < open + '<action>'.length) return invalid;
  const pieces = response.slice(open + '<action>'.length, close).toLowerCase().split(',');
  const known = pieces.flatMap((piece) => actions.find((action) => piece.includes(action)) ?? []).slice(0, most);
  return known.length > 0 ? { valid: true, actions: known } : invalid;
}
