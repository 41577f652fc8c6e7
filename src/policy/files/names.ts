/** Names of a model's weights, as Hugging Face and as GGUF call them. */

const perLayer = [
  ['input_layernorm', 'attn_norm'],
  ['self_attn.q_proj', 'attn_q'],
  ['self_attn.k_proj', 'attn_k'],
  ['self_attn.v_proj', 'attn_v'],
  ['self_attn.o_proj', 'attn_output'],
  ['self_attn.q_norm', 'attn_q_norm'],
  ['self_attn.k_norm', 'attn_k_norm'],
  ['post_attention_layernorm', 'ffn_norm'],
  ['mlp.gate_proj', 'ffn_gate'],
  ['mlp.up_proj', 'ffn_up'],
  ['mlp.down_proj', 'ffn_down'],
] as const;

const outside = [
  ['model.embed_tokens.weight', 'token_embd.weight'],
  ['model.norm.weight', 'output_norm.weight'],
  ['lm_head.weight', 'output.weight'],
] as const;

/** `model.layers.0.mlp.up_proj.weight` → `blk.0.ffn_up.weight`. @throws Error for a name that `weightShapes` does not give */
export function ggufName(name: string): string {
  const fixed = outside.find(([hf]) => hf === name);
  if (fixed !== undefined) return fixed[1];
  const match = /^model\.layers\.(\d+)\.(.+)\.(weight|bias)$/.exec(name);
  const part = match === null ? undefined : perLayer.find(([hf]) => hf === match[2]);
  if (match === null || part === undefined) throw new Error(`There is no weight ${name} in this family of models.`);
  return `blk.${match[1]}.${part[1]}.${match[3]}`;
}
