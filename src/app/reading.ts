/** The exact conversation a policy had before it wrote a response. Pure. */
import type { Message } from '../policy/contract.ts';
import type { EpisodeView } from '../trial/fold.ts';

export interface Reading {
  readonly messages: readonly Message[];
  /** 0 for players without a tokenizer */
  readonly tokens: number;
  /** replies in it stand without their thought, which a link has left out */
  readonly left: boolean;
}

const nothing: Reading = { messages: [], tokens: 0, left: false };

/**
 * What was read after `turn` turns: before the next response, or before the reflection. Where nobody was asked any more (a
 * won episode, the last one) the conversation up to its last reply. null: nobody has been asked there yet.
 */
export function readAt(episode: EpisodeView, turn: number): Reading | null {
  const responses = [...episode.turns.map(({ response }) => response), ...(episode.reflection ? [episode.reflection] : [])];
  if (turn >= responses.length && (episode.end === null || responses.length === 0)) return null;
  return responses.slice(0, turn + 1).reduce<Reading>(
    (read, { prompt, text, ids, left }, index) => {
      const base = prompt.fresh ? nothing : read;
      const asked = { messages: [...base.messages, ...prompt.messages], tokens: base.tokens + prompt.ids.length, left: base.left };
      if (index === turn) return asked;
      return { messages: [...asked.messages, { role: 'assistant', content: text }], tokens: asked.tokens + ids.length, left: asked.left || left !== undefined };
    },
    nothing,
  );
}
