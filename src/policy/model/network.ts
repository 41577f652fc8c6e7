/** What decoding and training share: where parameters come from, projections with LoRA, the order of a layer. */
import type { GraphBuilder, Value } from '../graph/builder.ts';
import { GraphError, size, type Dim } from '../graph/dims.ts';
import { add, mul } from '../graph/ops/elementwise.ts';
import { gather } from '../graph/ops/indexing.ts';
import { gemm, matmul } from '../graph/ops/linear.ts';
import { rmsNorm, swiglu } from '../graph/ops/neural.ts';
import { concat, reshape, split, transposeLast } from '../graph/ops/shape.ts';
import type { ModelConfig, Projection, Weights } from './config.ts';
import { loraNames, projectionName, projectionShape, weightShapes } from './names.ts';

/** The parameters of a graph, asked for by name: inputs, or initializers that ORT can arrange for itself at load. */
export class Parameters {
  private readonly known = new Map<string, Value>();
  private readonly shapes: ReadonlyMap<string, readonly number[]>;

  constructor(
    readonly graph: GraphBuilder,
    readonly config: ModelConfig,
    private readonly source: Weights | 'inputs',
    private readonly targets: readonly Projection[] = [],
    private readonly rank: Dim = 'r',
  ) {
    this.shapes = weightShapes(config);
  }

  private once(name: string, make: () => Value): Value {
    const value = this.known.get(name) ?? make();
    this.known.set(name, value);
    return value;
  }

  private stored(name: string): Float32Array {
    const tensor = this.source === 'inputs' ? undefined : this.source.tensors.get(name);
    const shape = this.shapes.get(name);
    if (!tensor) throw new GraphError(`The weights lack the tensor "${name}".`);
    if (shape?.join() !== tensor.dims.join()) throw new GraphError(`Tensor "${name}" is [${tensor.dims.join(', ')}]; the config asks for [${shape?.join(', ')}].`);
    return tensor.data;
  }

  /** A tensor under its Hugging Face name and in its layout. */
  get(name: string): Value {
    const shape = this.shapes.get(name);
    if (!shape) throw new GraphError(`A ${this.config.architecture} model has no tensor "${name}".`);
    return this.once(name, () =>
      this.source === 'inputs' ? this.graph.input(name, 'float32', shape) : this.graph.initializer(name, shape, this.stored(name)),
    );
  }

  has(name: string): boolean {
    return this.shapes.has(name);
  }

  /** Matrices [out, in] of the same input side by side as [in, Σ out]. */
  private joined(names: readonly string[]): Value {
    return this.once(`joined ${names.join()}`, () => {
      if (this.source === 'inputs') return transposeLast(concat(names.map((name) => this.get(name)), 0));
      return this.graph.initializer(`${names.join('+')}.T`, ...transposed(names.map((name) => this.shapes.get(name) ?? []), names.map((name) => this.stored(name))));
    });
  }

  /** Several projections of one input, as one product where the weights are stored in the graph. Adapters included. */
  project(x: Value, layer: number, which: readonly Projection[]): readonly Value[] {
    const names = which.map((each) => projectionName(layer, each));
    const sizes = which.map((each) => projectionShape(this.config, each)[0]);
    const weights = names.map((name) => `${name}.weight`);
    const biases = names.map((name) => `${name}.bias`).filter((name) => this.has(name));
    let parts: readonly Value[];
    if (this.source === 'inputs') {
      parts = names.map((name) => {
        const y = matmul(x, transposeLast(this.get(`${name}.weight`)));
        return this.has(`${name}.bias`) ? add(y, this.get(`${name}.bias`)) : y;
      });
    } else {
      const y = matmul(x, this.joined(weights));
      const bias = biases.length > 0 ? this.bias(biases) : undefined;
      parts = split(bias ? add(y, bias) : y, sizes, -1);
    }
    return which.map((each, i) => (this.targets.includes(each) ? add(parts[i], this.lora(x, layer, each)) : parts[i]));
  }

  private bias(names: readonly string[]): Value {
    return this.once(`joined ${names.join()}`, () => {
      const parts = names.map((name) => this.stored(name));
      const data = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
      let offset = 0;
      for (const part of parts) {
        data.set(part, offset);
        offset += part.length;
      }
      return this.graph.initializer(names.join('+'), [data.length], data);
    });
  }

  /** scale · B (A x) */
  private lora(x: Value, layer: number, projection: Projection): Value {
    const [out, into] = projectionShape(this.config, projection);
    const names = loraNames(layer, projection);
    const a = this.once(names.a, () => this.graph.input(names.a, 'float32', [this.rank, into]));
    const b = this.once(names.b, () => this.graph.input(names.b, 'float32', [out, this.rank]));
    const scale = this.once('lora_scale', () => this.graph.input('lora_scale', 'float32', []));
    return matmul(mul(matmul(x, transposeLast(a)), scale), transposeLast(b));
  }

  /** The LoRA inputs that the graph asked for so far. */
  adapters(): ReadonlyMap<string, Value> {
    return new Map([...this.known].filter(([name]) => name.startsWith('lora_') && name !== 'lora_scale'));
  }

  embed(ids: Value): Value {
    return gather(this.get('model.embed_tokens.weight'), ids);
  }

  /** The final hidden states [B, T, hidden] at flat positions `rows`, normed: [R, hidden]. */
  features(hidden: Value, rows: Value): Value {
    const flat = reshape(hidden, [size(hidden.dims.slice(0, 2)), this.config.hidden]);
    return rmsNorm(gather(flat, rows), this.get('model.norm.weight'), this.config.rmsEps);
  }

  /** [R, vocabulary] from `features`. */
  logits(features: Value): Value {
    return gemm(features, this.get(this.config.tied ? 'model.embed_tokens.weight' : 'lm_head.weight'), { transB: true });
  }

  head(hidden: Value, rows: Value): Value {
    return this.logits(this.features(hidden, rows));
  }

  /**
   * One transformer layer on x [B, T, hidden].
   * @param attend from q [B, T, heads·D], k, v [B, T, kvHeads·D], normed but not yet rotated, to [B, T, heads·D]
   */
  layer(x: Value, layer: number, attend: (q: Value, k: Value, v: Value) => Value): Value {
    const { config } = this;
    const at = `model.layers.${layer}`;
    const norm = (value: Value, name: string): Value => rmsNorm(value, this.get(`${at}.${name}.weight`), config.rmsEps);
    const [q, k, v] = this.project(norm(x, 'input_layernorm'), layer, ['q_proj', 'k_proj', 'v_proj']);
    const perHead = (value: Value, heads: number, name: string): Value => {
      if (config.architecture === 'qwen2') return value;
      const [batch, tokens] = value.dims;
      return reshape(norm(reshape(value, [batch, tokens, heads, config.headDim]), `self_attn.${name}`), value.dims);
    };
    const mixed = attend(perHead(q, config.heads, 'q_norm'), perHead(k, config.kvHeads, 'k_norm'), v);
    const between = add(x, this.project(mixed, layer, ['o_proj'])[0]);
    const [gate, up] = this.project(norm(between, 'post_attention_layernorm'), layer, ['gate_proj', 'up_proj']);
    return add(between, this.project(swiglu(gate, up), layer, ['down_proj'])[0]);
  }
}

function transposed(shapes: readonly (readonly number[])[], parts: readonly Float32Array[]): [dims: readonly number[], data: Float32Array] {
  const into = shapes[0][1];
  const out = shapes.reduce((total, shape) => total + shape[0], 0);
  const data = new Float32Array(into * out);
  let offset = 0;
  parts.forEach((part, p) => {
    const rows = shapes[p][0];
    for (let r = 0; r < rows; r++) for (let c = 0; c < into; c++) data[c * out + offset + r] = part[r * into + c];
    offset += rows;
  });
  return [[into, out], data];
}

interface RotaryTables {
  readonly cos: Value;
  readonly sin: Value;
  /** −sin, which only gradients need */
  negative(): Value;
}

/** Rotary tables [positions, headDim/2]: position · theta^(−2i/headDim), computed in double precision. */
export function rotaryTables(g: GraphBuilder, config: ModelConfig, positions: number): RotaryTables {
  const half = config.headDim / 2;
  // Every start of a model waits for these tables; a real one has millions of entries.
  const rates = Array.from({ length: half }, (_, i) => config.ropeTheta ** ((-2 * i) / config.headDim));
  const make = (f: (angle: number) => number) => (): Float32Array => {
    const values = new Float32Array(positions * half);
    for (let position = 0; position < positions; position++) {
      for (let i = 0; i < half; i++) values[position * half + i] = f(position * rates[i]);
    }
    return values;
  };
  return {
    cos: g.table('rotary_cos', [positions, half], make(Math.cos)),
    sin: g.table('rotary_sin', [positions, half], make(Math.sin)),
    negative: () => g.table('rotary_negative_sin', [positions, half], make((angle) => -Math.sin(angle))),
  };
}
