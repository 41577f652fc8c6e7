/**
 * The Qwen family as ONNX graphs.
 *
 *     buildDecodeGraph(config, { weights, tokens?, adapter? })   → model bytes: logits and new K/V rows, for generation
 *     buildTrainingGraph(config, { length, train, … })           → model bytes: loss, logp, entropy, gradients
 *     buildPolicyGraph(config, { length, train, … })             → model bytes: the policy objective of all methods, with gradients
 *     buildAdamW()                                               → model bytes: one optimizer step on a flat vector
 *     buildOrthogonal(tall)                                      → model bytes: the direction of a Muon step
 *
 *     weightFeeds(weights)            the graph inputs for `weights: 'inputs'` (Hugging Face names and layout, no copies)
 *     adapterFeeds(config, targets, adapter?)  the LoRA inputs; no adapter = zeros
 *     emptyCache(config, batch)       past_k.L / past_v.L of length 0
 *
 * Decode graph: `ids` i32 [B, T], `past_length` i32 [B], `past_k.L`, `past_v.L` f32 [B, kvHeads, P, headDim], `rows` i32 [R]
 *   (flat indices b·T + t) → `logits` f32 [R, vocabulary], `new_k.L`, `new_v.L` f32 [B, kvHeads, T, headDim].
 *   Row b holds past_length[b] ≤ P past positions from index 0; what lies behind must be finite. New tokens are right-padded.
 *   With `tokens: 1` the graph is for T = 1 only and faster there; else T is free.
 * Training graph: `ids` i32 [B, T], `rows` i32 [R], `targets` i32 [R], `weights` f32 [R], parameters → `loss` f32 [] = −Σ weights · logp,
 *   `logp` f32 [R], `entropy` f32 [R], and `grad.NAME` for each trained tensor. Sequences are right-padded with any id: the graph is causal, and padding is never in `rows`.
 *   On a CPU feed about 2,048 tokens a run and add the gradients up outside: larger batches fall out of the caches and are slower per token.
 *   One graph per length; making a session takes about a second for long ones, so keep the number of length buckets small.
 *   Another objective: scoringGraph(config, …) gives `logp` and `entropy` as graph values; build a scalar from them, then outputGradients.
 * LoRA inputs (both graphs): `lora_a.LAYER.PROJECTION` f32 [r, in], `lora_b.LAYER.PROJECTION` f32 [out, r], `lora_scale` f32 [].
 */
export { buildDecodeGraph } from './decode.ts';
export { buildTrainingGraph, outputGradients, scoringGraph } from './training.ts';
export { buildPolicyGraph, valueNames } from './objective.ts';
export { buildAdamW } from './adamw.ts';
export { buildOrthogonal } from './muon.ts';
export { adapterFeeds, emptyCache, weightFeeds } from './feeds.ts';
export { loraNames, projectionShape, weightShapes } from './names.ts';
