/** Names and shapes of a model's tensors, and which of them can be trained. */
import { GraphError } from '../graph/dims.ts';
import { projections, type ModelConfig, type Projection } from './config.ts';

const module: Readonly<Record<Projection, string>> = {
  q_proj: 'self_attn',
  k_proj: 'self_attn',
  v_proj: 'self_attn',
  o_proj: 'self_attn',
  gate_proj: 'mlp',
  up_proj: 'mlp',
  down_proj: 'mlp',
};

/** Hugging Face's name of a projection without `.weight` or `.bias`. */
export function projectionName(layer: number, projection: Projection): string {
  return `model.layers.${layer}.${module[projection]}.${projection}`;
}

/** [out, in] of a projection. */
export function projectionShape(config: ModelConfig, projection: Projection): readonly [out: number, into: number] {
  const q = config.heads * config.headDim;
  const kv = config.kvHeads * config.headDim;
  const shapes: Readonly<Record<Projection, readonly [number, number]>> = {
    q_proj: [q, config.hidden],
    k_proj: [kv, config.hidden],
    v_proj: [kv, config.hidden],
    o_proj: [config.hidden, q],
    gate_proj: [config.intermediate, config.hidden],
    up_proj: [config.intermediate, config.hidden],
    down_proj: [config.hidden, config.intermediate],
  };
  return shapes[projection];
}

/** Every tensor of a model with its shape, in the order of a forward pass. */
export function weightShapes(config: ModelConfig): ReadonlyMap<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>([['model.embed_tokens.weight', [config.vocabulary, config.hidden]]]);
  for (let layer = 0; layer < config.layers; layer++) {
    const at = `model.layers.${layer}`;
    shapes.set(`${at}.input_layernorm.weight`, [config.hidden]);
    for (const projection of projections) {
      const [out, into] = projectionShape(config, projection);
      const name = projectionName(layer, projection);
      shapes.set(`${name}.weight`, [out, into]);
      if (config.architecture === 'qwen2' && ['q_proj', 'k_proj', 'v_proj'].includes(projection)) shapes.set(`${name}.bias`, [out]);
    }
    if (config.architecture === 'qwen3') {
      shapes.set(`${at}.self_attn.q_norm.weight`, [config.headDim]);
      shapes.set(`${at}.self_attn.k_norm.weight`, [config.headDim]);
    }
    shapes.set(`${at}.post_attention_layernorm.weight`, [config.hidden]);
  }
  shapes.set('model.norm.weight', [config.hidden]);
  if (!config.tied) shapes.set('lm_head.weight', [config.vocabulary, config.hidden]);
  return shapes;
}

/** @throws GraphError when sizes contradict one another */
export function checkConfig(config: ModelConfig): void {
  const sizes = ['hidden', 'layers', 'heads', 'kvHeads', 'headDim', 'intermediate', 'vocabulary', 'context'] as const;
  for (const key of sizes) {
    if (!Number.isInteger(config[key]) || config[key] < 1) throw new GraphError(`Model config: ${key} is ${config[key]}; it must be a whole number from 1.`);
  }
  if (config.heads % config.kvHeads !== 0) {
    throw new GraphError(`Model config: ${config.heads} heads can't share ${config.kvHeads} key/value heads evenly.`);
  }
  if (config.headDim % 2 !== 0) throw new GraphError(`Model config: headDim ${config.headDim} is odd; rotary positions need an even one.`);
}

/** Graph inputs of one adapter pair: `a` [rank, inputs], `b` [outputs, rank]. */
export function loraNames(layer: number, projection: Projection): { readonly a: string; readonly b: string } {
  return { a: `lora_a.${layer}.${projection}`, b: `lora_b.${layer}.${projection}` };
}
