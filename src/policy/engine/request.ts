/** What makes a request acceptable; checked where it is made and again where it is served. */
import type { Generate, Sampling } from '../contract.ts';

/** A request that can not be served, with the value that is wrong. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
}

export interface Limits {
  /** in tokens */
  readonly context: number;
  readonly vocabulary: number;
}

/** @throws RequestError */
export function checkRequest(request: Generate, limits: Limits): void {
  const fail = (what: string): never => {
    throw new RequestError(`Request ${JSON.stringify(request.id)}: ${what}`);
  };
  const { prompt, maxTokens, draw, top } = request;
  if (prompt.length === 0) fail('the prompt is empty; at least one token is needed.');
  if (prompt.length >= limits.context) {
    fail(`the prompt has ${prompt.length} tokens and leaves no room for a reply in a context of ${limits.context}; shorten it.`);
  }
  checkIds(prompt, limits.vocabulary, fail);
  if (!Number.isInteger(maxTokens) || maxTokens < 1) fail(`maxTokens is ${maxTokens}; a whole number from 1 is needed.`);
  if (!Number.isInteger(top) || top < 0) fail(`top is ${top}; a whole number from 0 is needed.`);
  if (request.stopStrings.includes('')) fail('a stop string is empty.');
  for (const [name, value] of Object.entries(draw)) {
    if (!Number.isSafeInteger(value) || value < 0) fail(`draw.${name} is ${value}; a whole number from 0 is needed.`);
  }
  checkSampling(request.sampling, fail);
}

/** @throws RequestError when a sequence to score is empty, too long or has ids outside the vocabulary */
export function checkSequence(sequence: readonly number[], index: number, limits: Limits): void {
  const fail = (what: string): never => {
    throw new RequestError(`Sequence ${index} to score: ${what}`);
  };
  if (sequence.length > limits.context) fail(`it has ${sequence.length} tokens; the context is ${limits.context}.`);
  checkIds(sequence, limits.vocabulary, fail);
}

/** @throws RequestError when the prefix is empty, or one of the sequences can not be scored */
export function checkContinuations(prefix: readonly number[], continuations: readonly (readonly number[])[], limits: Limits): void {
  if (prefix.length === 0) throw new RequestError('What is to be continued is empty; at least one token is needed.');
  checkSequence(prefix, 0, limits);
  const rest = { ...limits, context: limits.context - prefix.length };
  for (const [index, continuation] of continuations.entries()) checkSequence(continuation, index, rest);
}

function checkIds(ids: readonly number[], vocabulary: number, fail: (what: string) => never): void {
  for (const [at, id] of ids.entries()) {
    if (!Number.isInteger(id) || id < 0 || id >= vocabulary) fail(`token ${at} is ${id}; ids go from 0 to ${vocabulary - 1}.`);
  }
}

function checkSampling({ temperature, topP, topK }: Sampling, fail: (what: string) => never): void {
  if (!(temperature >= 0 && temperature <= 100)) fail(`the temperature is ${temperature}; it goes from 0 (greedy) to 100.`);
  if (!(topP > 0 && topP <= 1)) fail(`top-p is ${topP}; it is above 0 and at most 1 (off).`);
  if (!Number.isInteger(topK) || topK < 0) fail(`top-k is ${topK}; a whole number from 0 (off) is needed.`);
}
