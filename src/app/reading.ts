/** The exact conversation a policy had before it wrote a response. Pure. */
import type { Message } from '../policy/contract.ts';
import type { EpisodeView } from '../trial/fold.ts';
import type { Responded } from '../trial/records.ts';

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
  const responses = responsesOf(episode);
  return turn >= responses.length && episode.end === null ? null : upTo(responses, turn);
}

/** The conversation up to its last reply, where a trial was stopped. null: nobody has replied in this episode. */
export function readLast(episode: EpisodeView): Reading | null {
  const responses = responsesOf(episode);
  return upTo(responses, responses.length);
}

function responsesOf({ turns, reflection }: EpisodeView): readonly Responded[] {
  return [...turns.map(({ response }) => response), ...(reflection ? [reflection] : [])];
}

function upTo(responses: readonly Responded[], turn: number): Reading | null {
  if (responses.length === 0) return null;
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
