/** The Qwen2 / Qwen2.5 / Qwen3 family as one description. Sizes in elements. */
export interface ModelConfig {
  readonly architecture: 'qwen2' | 'qwen3';
  readonly hidden: number;
  readonly layers: number;
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
  readonly intermediate: number;
  readonly vocabulary: number;
  readonly context: number;
  readonly tied: boolean;
  readonly ropeTheta: number;
  readonly rmsEps: number;
}

/**
 * Weight names are Hugging Face's (`model.layers.0.self_attn.q_proj.weight`, `model.embed_tokens.weight`, `lm_head.weight`, …).
 * Shapes too: a projection is [out, in], row-major; the graph decides how it wants them.
 */
export interface Weights {
  readonly config: ModelConfig;
  readonly tensors: ReadonlyMap<string, { readonly dims: readonly number[]; readonly data: Float32Array }>;
}

export const projections = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;
export type Projection = (typeof projections)[number];

/** LoRA: y = W x + scale · B (A x); keys `${layer}.${projection}`; A is [rank, in], B is [out, rank]; scale = alpha / rank. */
export interface Adapter {
  readonly rank: number;
  readonly scale: number;
  readonly targets: readonly Projection[];
  readonly tensors: ReadonlyMap<string, { readonly a: Float32Array; readonly b: Float32Array }>;
}

/**
 * One forward pass over ragged rows: row r appends `tokens[r]` to what slot `slots[r]` holds. Owns the KV cache.
 * The engine decides who sits in which slot.
 */
export interface Decoder {
  readonly config: ModelConfig;
  readonly slots: number;
  /** number of tokens held by a slot */
  held(slot: number): number;
  /** keep only the first `length` tokens of a slot */
  truncate(slot: number, length: number): void;
  /** make slot `to` a copy of the first `length` tokens of slot `from` */
  copy(from: number, to: number, length: number): void;
  /** @returns logits [rows, vocabulary] after the last new token of each row */
  forward(rows: readonly { readonly slot: number; readonly tokens: readonly number[] }[]): Promise<Float32Array>;
  /**
   * Whole sequences at once, apart from what the slots hold.
   * @returns for each sequence the log-prob of every token given the tokens before it (first entry 0)
   */
  score(sequences: readonly (readonly number[])[]): Promise<Float32Array[]>;
  dispose(): Promise<void>;
}
