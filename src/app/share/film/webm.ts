/**
 * A film as a recorder leaves it, made whole. Browsers record WebM as if for a broadcast: without a length and without an index, so that
 * players show no duration and can not be wound. Here both are added; the pictures stay as they are. Ids by RFC 9559 (Matroska). Pure.
 */
import { element, elementsOf, float, joined, toNumber, uint, type Element } from './ebml.ts';

const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  tags: 0x1254c367,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePlace: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  reference: 0xfb,
} as const;

/** A cluster of unknown size goes on until one of these. */
const endsCluster = [ids.seekHead, ids.info, ids.tracks, ids.tags, ids.cues, ids.cluster];

interface Frame {
  /** in ticks (a millisecond, as browsers write it) from the film's start */
  readonly time: number;
  readonly track: number;
  /** it can be drawn without those before it */
  readonly key: boolean;
}

/** @returns the film with its duration and an index; what is no such film comes back as it is */
export function whole(film: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    return rewritten(film);
  } catch (error) {
    if (error instanceof RangeError) return film;
    throw error;
  }
}

/** @throws RangeError where it is no film, or cut off */
function rewritten(film: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = only(elementsOf(film), ids.ebml);
  const segment = elementsOf(only(elementsOf(film), ids.segment).data, endsCluster);
  const clusters = segment.filter(({ id }) => id === ids.cluster);
  const frames = clusters.map(framesOf);
  const info = elementsOf(only(segment, ids.info).data).filter(({ id }) => id !== ids.duration);
  const before = joined([element(ids.info, ...info.map(same), element(ids.duration, float(durationOf(frames.flat())))), same(only(segment, ids.tracks))]);
  const after = clusters.map(same);
  // Its numbers have eight bytes each, so it is as long before it knows where the clusters will be.
  let at = before.length + index(frames, clusters.map(() => 0)).length;
  const places = after.map(({ length }) => (at += length) - length);
  return joined([same(head), element(ids.segment, before, index(frames, places), ...after)]);
}

/** One entry for each frame that playing can begin at. @param places of the clusters, in bytes from where the segment's content begins */
function index(frames: readonly (readonly Frame[])[], places: readonly number[]): Uint8Array {
  const points = frames.flatMap((each, cluster) =>
    each
      .filter(({ key }) => key)
      .map(({ time, track }) => element(ids.cuePoint, element(ids.cueTime, uint(time)), element(ids.cuePlace, element(ids.cueTrack, uint(track)), element(ids.cueCluster, uint(places[cluster]))))),
  );
  return element(ids.cues, ...points);
}

function framesOf({ data }: Element): Frame[] {
  const parts = elementsOf(data);
  const from = toNumber(only(parts, ids.timestamp).data);
  return parts.flatMap(({ id, data: part }): Frame[] => {
    if (id === ids.simpleBlock) return [{ ...stampOf(part, from), key: (part[3] & 0x80) !== 0 }];
    if (id !== ids.blockGroup) return [];
    const group = elementsOf(part);
    return [{ ...stampOf(only(group, ids.block).data, from), key: !group.some((each) => each.id === ids.reference) }];
  });
}

/** A block begins with its track (one byte for the first 127) and its time after the cluster's. */
function stampOf(block: Uint8Array, from: number): Omit<Frame, 'key'> {
  if (block.length < 4 || block[0] < 0x80) throw new RangeError('no block of a film with few tracks');
  return { track: block[0] & 0x7f, time: from + new DataView(block.buffer, block.byteOffset).getInt16(1) };
}

/** The last frame stays as long as the one before it. */
function durationOf(frames: readonly Frame[]): number {
  const times = frames.map(({ time }) => time).toSorted((a, b) => a - b);
  const [before, last] = times.slice(-2);
  if (last === undefined) throw new RangeError('fewer than two frames');
  return 2 * last - before;
}

/** @throws RangeError */
function only(elements: readonly Element[], id: number): Element {
  const found = elements.find((each) => each.id === id);
  if (found === undefined) throw new RangeError(`no element ${id.toString(16)}`);
  return found;
}

function same({ id, data }: Element): Uint8Array {
  return element(id, data);
}
