import { z } from 'zod';
import type { ModelConfig } from '../model/config.ts';
import { ModelFileError } from './error.ts';
import { checkConfig } from './metadata.ts';

const size = z.int().min(1).max(2 ** 31);
const rope = z.object({ rope_theta: z.number().positive().optional(), rope_type: z.string().optional(), type: z.string().optional() });

const schema = z.object({
  model_type: z.enum(['qwen2', 'qwen3']),
  hidden_size: size,
  num_hidden_layers: size,
  num_attention_heads: size,
  num_key_value_heads: size.nullish(),
  head_dim: size.nullish(),
  intermediate_size: size,
  vocab_size: size,
  max_position_embeddings: size,
  tie_word_embeddings: z.boolean().default(false),
  rms_norm_eps: z.number().positive(),
  hidden_act: z.literal('silu').default('silu'),
  use_sliding_window: z.literal(false).default(false),
  attention_bias: z.boolean().optional(),
  /** older files */
  rope_theta: z.number().positive().optional(),
  rope_scaling: rope.nullish(),
  /** newer files */
  rope_parameters: rope.nullish(),
});

/** The model's sizes from a Hugging Face config.json. @throws ModelFileError naming the entry that is wrong */
export function configOfHuggingFace(json: unknown): ModelConfig {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ModelFileError(`config.json does not describe a Qwen2 or Qwen3 model: ${issue.path.join('.') || 'the whole'}: ${issue.message}.`);
  }
  const config = parsed.data;
  const scaling = [config.rope_parameters, config.rope_scaling].map((entry) => entry?.rope_type ?? entry?.type).find((type) => type !== undefined && type !== 'default');
  if (scaling !== undefined) throw new ModelFileError(`config.json asks for the rope scaling "${scaling}", which is not supported.`);
  if (config.model_type === 'qwen3' && config.attention_bias === true) throw new ModelFileError('config.json asks for attention_bias, which Qwen3 models here do not have.');
  return checkConfig({
    architecture: config.model_type,
    hidden: config.hidden_size,
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    kvHeads: config.num_key_value_heads ?? config.num_attention_heads,
    headDim: config.head_dim ?? headDimOf(config.hidden_size, config.num_attention_heads),
    intermediate: config.intermediate_size,
    vocabulary: config.vocab_size,
    context: config.max_position_embeddings,
    tied: config.tie_word_embeddings,
    ropeTheta: config.rope_parameters?.rope_theta ?? config.rope_theta ?? 10_000,
    rmsEps: config.rms_norm_eps,
  });
}

function headDimOf(hidden: number, heads: number): number {
  if (hidden % heads !== 0) throw new ModelFileError(`${hidden} dimensions cannot be shared by ${heads} heads evenly, and there is no head_dim.`);
  return hidden / heads;
}
