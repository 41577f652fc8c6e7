/**
 * The part of ONNX's protobuf schema that a graph of ours needs, as a writer. Field numbers are those of onnx.proto.
 * Messages are lists of chunks, so that large weights are copied only once, at the end.
 */
import type { Dim } from './dims.ts';

export type DType = 'float32' | 'int32' | 'int64' | 'bool';

const dataType: Readonly<Record<DType, number>> = { float32: 1, int32: 6, int64: 7, bool: 9 };

export type Attribute =
  | { readonly i: number }
  | { readonly f: number }
  | { readonly s: string }
  | { readonly ints: readonly number[] };

export interface NodeInfo {
  readonly name: string;
  readonly op: string;
  readonly domain: string;
  /** '' = an optional input left out */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: Readonly<Record<string, Attribute>>;
}

export interface ValueInfo {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly Dim[];
}

export interface InitializerInfo extends ValueInfo {
  readonly dims: readonly number[];
  readonly data: Float32Array | Int32Array | BigInt64Array | Uint8Array;
}

interface GraphInfo {
  readonly nodes: readonly NodeInfo[];
  readonly initializers: readonly InitializerInfo[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
}

const text = new TextEncoder();

function varint(value: number): number[] {
  if (value < 0) {
    // a negative int64 takes ten bytes in two's complement
    let bits = BigInt.asUintN(64, BigInt(value));
    const bytes: number[] = [];
    for (; bits >= 128n; bits >>= 7n) bytes.push(Number(bits & 127n) | 128);
    return [...bytes, Number(bits)];
  }
  const bytes: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

class Message {
  readonly chunks: Uint8Array[] = [];
  length = 0;

  private push(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  int(field: number, value: number): this {
    this.push(Uint8Array.from([...varint(field * 8), ...varint(value)]));
    return this;
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.push(Uint8Array.from([...varint(field * 8 + 5), ...bytes]));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.push(Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]));
    this.push(value);
    return this;
  }

  string(field: number, value: string): this {
    return this.bytes(field, text.encode(value));
  }

  message(field: number, value: Message): this {
    this.push(Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]));
    for (const chunk of value.chunks) this.push(chunk);
    return this;
  }

  join(): Uint8Array {
    const result = new Uint8Array(this.length);
    let offset = 0;
    for (const chunk of this.chunks) {
      result.set(chunk, offset);
      offset += chunk.length;
    }
    return result;
  }
}

function attribute(name: string, value: Attribute): Message {
  const message = new Message().string(1, name);
  if ('f' in value) return message.float(2, value.f).int(20, 1);
  if ('i' in value) return message.int(3, value.i).int(20, 2);
  if ('s' in value) return message.string(4, value.s).int(20, 3);
  for (const i of value.ints) message.int(8, i);
  return message.int(20, 7);
}

function node(info: NodeInfo): Message {
  const message = new Message();
  for (const input of info.inputs) message.string(1, input);
  for (const output of info.outputs) message.string(2, output);
  message.string(3, info.name).string(4, info.op);
  for (const [name, value] of Object.entries(info.attributes)) message.message(5, attribute(name, value));
  if (info.domain !== '') message.string(7, info.domain);
  return message;
}

function tensor(info: InitializerInfo): Message {
  const message = new Message();
  for (const dim of info.dims) message.int(1, dim);
  message.int(2, dataType[info.type]).string(8, info.name);
  return message.bytes(9, new Uint8Array(info.data.buffer, info.data.byteOffset, info.data.byteLength));
}

function valueInfo(info: ValueInfo): Message {
  const shape = new Message();
  for (const dim of info.dims) shape.message(1, typeof dim === 'number' ? new Message().int(1, dim) : new Message().string(2, dim));
  const type = new Message().int(1, dataType[info.type]).message(2, shape);
  return new Message().string(1, info.name).message(2, new Message().message(1, type));
}

/** A serialised ModelProto, IR version 10, opset 21 and ORT's com.microsoft. Memory is little-endian like the format. */
export function encodeModel(info: GraphInfo): Uint8Array {
  const graph = new Message();
  for (const each of info.nodes) graph.message(1, node(each));
  graph.string(2, 'fieldnotes');
  for (const each of info.initializers) graph.message(5, tensor(each));
  for (const each of info.inputs) graph.message(11, valueInfo(each));
  for (const each of info.outputs) graph.message(12, valueInfo(each));
  const opset = (domain: string, version: number): Message => new Message().string(1, domain).int(2, version);
  return new Message()
    .int(1, 10)
    .string(2, 'fieldnotes')
    .message(7, graph)
    .message(8, opset('', 21))
    .message(8, opset('com.microsoft', 1))
    .join();
}
