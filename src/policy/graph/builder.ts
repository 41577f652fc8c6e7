/**
 * A graph under construction: typed values, nodes in order, and for each step how a gradient flows back through it.
 * Operators are functions in ./ops; they check types and shapes and call `emit`.
 */
import { GraphError, show, type Shape } from './dims.ts';
import { encodeModel, type Attribute, type DType, type InitializerInfo, type NodeInfo, type ValueInfo } from './proto.ts';

/** A tensor in a graph. Made by the builder only. */
export class Value {
  constructor(
    readonly graph: GraphBuilder,
    readonly name: string,
    readonly type: DType,
    readonly dims: Shape,
  ) {}

  toString(): string {
    return `${this.name}: ${this.type} ${show(this.dims)}`;
  }
}

/**
 * Gradients of a step's inputs from those of its outputs (undefined = the loss does not depend on it).
 * An input without a gradient (indices, masks, or not `wanted`) may be left undefined.
 */
type Backward = (outputs: readonly (Value | undefined)[], wanted: readonly boolean[]) => readonly (Value | undefined)[];

/** One step on the tape: an operator, or several that are differentiated as one. */
interface Step {
  readonly label: string;
  readonly inputs: readonly Value[];
  readonly outputs: readonly Value[];
  readonly backward: Backward | undefined;
}

interface NodeSpec {
  readonly op: string;
  readonly domain?: string;
  readonly inputs: readonly (Value | undefined)[];
  readonly outputs: readonly { readonly type: DType; readonly dims: Shape }[];
  readonly attributes?: Readonly<Record<string, Attribute>>;
  /** Order as in the inputs that are given. */
  readonly backward?: Backward;
}

export class GraphBuilder {
  readonly tape: Step[] = [];
  private readonly nodes: NodeInfo[] = [];
  private readonly initializers = new Map<string, InitializerInfo>();
  private readonly inputs: ValueInfo[] = [];
  private readonly outputs = new Map<string, Value>();
  private readonly names = new Set<string>();
  private readonly cache = new Map<string, readonly Value[]>();
  private readonly constants = new Map<string, Value>();
  private counter = 0;
  private scopes = 0;
  /** '' = steps go on the tape; else inside a composite, whose inner steps don't */
  private scope = '';

  private claim(name: string): void {
    if (this.names.has(name)) throw new GraphError(`Two tensors are called "${name}"; names must be unique.`);
    this.names.add(name);
  }

  input(name: string, type: DType, dims: Shape): Value {
    this.claim(name);
    this.inputs.push({ name, type, dims });
    return new Value(this, name, type, dims);
  }

  /** A tensor stored in the model file. */
  initializer(name: string, dims: readonly number[], data: Float32Array | Int32Array | BigInt64Array): Value {
    const type = data instanceof Float32Array ? 'float32' : data instanceof Int32Array ? 'int32' : 'int64';
    const count = dims.reduce((a, b) => a * b, 1);
    if (count !== data.length) throw new GraphError(`Initializer "${name}" has ${data.length} values; its shape ${show(dims)} needs ${count}.`);
    this.claim(name);
    this.initializers.set(name, { name, type, dims, data });
    return new Value(this, name, type, dims);
  }

  /** A small constant; equal ones are stored once. */
  constant(data: Float32Array | Int32Array | BigInt64Array, dims: readonly number[]): Value {
    const key = `${data.constructor.name} ${dims.join()} ${data.join()}`;
    const known = this.constants.get(key);
    if (known) return known;
    const value = this.initializer(`const_${this.constants.size}`, dims, data);
    this.constants.set(key, value);
    return value;
  }

  /** A larger constant that is made when its name is first asked for. */
  table(name: string, dims: readonly number[], make: () => Float32Array | Int32Array): Value {
    const known = this.constants.get(name);
    if (known) return known;
    const value = this.initializer(name, dims, make());
    this.constants.set(name, value);
    return value;
  }

  scalar(value: number): Value {
    return this.constant(Float32Array.of(value), []);
  }

  /** Index or shape constants: the one place for i64. */
  indices(values: readonly number[]): Value {
    return this.constant(BigInt64Array.from(values, (value) => BigInt(value)), [values.length]);
  }

  /** Append a node. The same operator on the same inputs is emitted once. */
  emit(spec: NodeSpec): readonly Value[] {
    const given = spec.inputs.filter((input) => input !== undefined);
    for (const input of given) {
      if (input.graph !== this) throw new GraphError(`${spec.op}: "${input.name}" belongs to another graph.`);
    }
    const inputs = spec.inputs.map((input) => input?.name ?? '');
    const attributes = spec.attributes ?? {};
    const domain = spec.domain ?? '';
    const key = [this.scope, domain, spec.op, ...inputs, JSON.stringify(attributes), spec.outputs.length].join(' ');
    const known = this.cache.get(key);
    if (known) return known;
    const stem = `${spec.op}_${this.counter++}`;
    const outputs = spec.outputs.map((output, i) => new Value(this, i === 0 ? stem : `${stem}.${i}`, output.type, output.dims));
    for (const output of outputs) this.claim(output.name);
    this.nodes.push({ name: stem, op: spec.op, domain, inputs, outputs: outputs.map((output) => output.name), attributes });
    if (this.scope === '') this.tape.push({ label: spec.op, inputs: given, outputs, backward: spec.backward });
    this.cache.set(key, outputs);
    return outputs;
  }

  /** Emit one node with one output. */
  one(spec: Omit<NodeSpec, 'outputs'>, type: DType, dims: Shape): Value {
    return this.emit({ ...spec, outputs: [{ type, dims }] })[0];
  }

  /** Several nodes that are differentiated as one step, by a rule that is cheaper or steadier than the sum of theirs. */
  composite<T extends readonly Value[]>(label: string, inputs: readonly Value[], forward: () => T, backward: Backward): T {
    if (this.scope !== '') return forward();
    this.scope = `${label}#${this.scopes++}`;
    try {
      const outputs = forward();
      this.tape.push({ label, inputs, outputs, backward });
      return outputs;
    } finally {
      this.scope = '';
    }
  }

  /** Make a value a result of the graph. */
  output(name: string, value: Value): void {
    if (value.graph !== this) throw new GraphError(`Output "${name}": the value belongs to another graph.`);
    if (this.outputs.has(name)) throw new GraphError(`Two outputs are called "${name}".`);
    this.outputs.set(name, value);
  }

  /** The serialised model. What no output needs is left out: nodes, constants and inputs (each unused input costs time). */
  serialize(): Uint8Array {
    if (this.outputs.size === 0) throw new GraphError('The graph has no output; call output(name, value) first.');
    const named: NodeInfo[] = [];
    const outputs: ValueInfo[] = [];
    for (const [name, value] of this.outputs) {
      if (name !== value.name) {
        if (this.names.has(name)) throw new GraphError(`Output "${name}" has the name of another tensor.`);
        named.push({ name: `out_${name}`, op: 'Identity', domain: '', inputs: [value.name], outputs: [name], attributes: {} });
      }
      outputs.push({ name, type: value.type, dims: value.dims });
    }
    const needed = new Set(outputs.map((output) => output.name));
    const nodes = [...this.nodes, ...named]
      .reverse()
      .filter((node) => {
        if (!node.outputs.some((output) => needed.has(output))) return false;
        for (const input of node.inputs) needed.add(input);
        return true;
      })
      .reverse();
    return encodeModel({
      nodes: this.renamed(nodes),
      initializers: [...this.initializers.values()].filter((each) => needed.has(each.name)),
      inputs: this.inputs.filter((each) => needed.has(each.name)),
      outputs,
    });
  }

  /** Let the node that makes an output carry its name, where an Identity would only copy it. */
  private renamed(nodes: readonly NodeInfo[]): readonly NodeInfo[] {
    const made = new Set(nodes.flatMap((node) => node.outputs));
    const names = new Map<string, string>();
    const dropped = new Set<NodeInfo>();
    for (const node of nodes) {
      if (!node.name.startsWith('out_') || !made.has(node.inputs[0]) || names.has(node.inputs[0])) continue;
      names.set(node.inputs[0], node.outputs[0]);
      dropped.add(node);
    }
    const rename = (name: string): string => names.get(name) ?? name;
    return nodes
      .filter((node) => !dropped.has(node))
      .map((node) => ({ ...node, inputs: node.inputs.map(rename), outputs: node.outputs.map(rename) }));
  }
}
