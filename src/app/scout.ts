/** Scout as the page's policy: loaded on first use, kept for the life of the tab. */
import type { Generator, Sampling } from '../policy/contract.ts';
import { Views } from '../policy/engine/views.ts';
import type { LoadPhase, WebEngine } from '../platform/web/startEngine.ts';
import { backend, status } from './log.ts';
import { askModel, oddsFrom } from './odds.ts';
import { source } from './source.ts';
import { Trouble } from './trouble.ts';

/** The settings that Scout's measurements use; the page leaves only the temperature open. */
export function sampling(temperature: number): Sampling {
  return { temperature, topP: 0.8, topK: 20 };
}

/** The model file as this build knows it: none in a working tree that has not trained Scout yet. */
const files = import.meta.glob<string>('../../models/scout/scout.gguf', { query: '?url', import: 'default' });

/** trials that can be in play at once; memory is taken as they grow */
export const slots = 16;

let loaded: Promise<WebEngine & { readonly views: Views<Generator> }> | null = null;

/**
 * A view of the engine for one run, so that runs that overlap never meet.
 * @throws whatever went wrong, in words for people; the next call tries again
 */
export async function loadScout(signal: AbortSignal): Promise<Generator> {
  const starting = (loaded ??= start(signal));
  try {
    return (await starting).views.view();
  } catch (error) {
    if (loaded === starting) loaded = null;
    throw error;
  }
}

/** After a failure (a lost GPU, a dead worker) the next run starts from anew. */
export function forgetScout(): void {
  const engine = loaded;
  loaded = null;
  backend.set(null);
  oddsFrom.set(null);
  engine?.then(({ generator }) => generator.close()).catch(() => undefined);
}

async function start(signal: AbortSignal): Promise<WebEngine & { readonly views: Views<Generator> }> {
  const [file] = Object.values(files);
  if (file === undefined) throw new Trouble(({ load }) => load.missing);
  show({ phase: 'download', done: 0, total: null });
  const [url, { startEngine }] = await Promise.all([file(), import('../platform/web/startEngine.ts')]);
  const engine = await startEngine(url, { slots, prefer: askedBackend(), signal, onPhase: show });
  try {
    if (worn.get()) await dress(engine);
  } catch (error) {
    // What can not be worn is taken off, so that the next run has a Scout to play.
    engine.generator.close().catch(() => undefined);
    const name = worn.get()?.name ?? '';
    worn.set(null);
    throw new Trouble(({ adapter }) => adapter.failed(name), error);
  }
  backend.set(engine.reason);
  oddsFrom.set(askModel(engine.generator));
  return { ...engine, views: new Views<Generator>(engine.generator) };
}

/** An adapter that Scout wears, in PEFT's two files. */
interface Worn {
  /** for people */
  readonly name: string;
  readonly config: string;
  readonly tensors: Uint8Array;
}

export const worn = source<Worn | null>(null);

/** The adapters that Scout has worn on this visit: hash of the policy they make → name. */
export const adapterNames = new Map<string, string>();

/** From the next request on, whatever asks. @param next null: Scout as it is shipped. @throws where it does not fit; Scout then wears what it wore */
export async function wear(next: Worn | null): Promise<void> {
  const before = worn.get();
  worn.set(next);
  // One that can not be loaded is told to whoever wants to play.
  const engine = await loaded?.catch(() => null);
  try {
    if (engine) {
      await dress(engine);
      oddsFrom.set(askModel(engine.generator));
    }
  } catch (error) {
    if (worn.get() === next) worn.set(before);
    throw error;
  }
}

async function dress({ generator }: WebEngine): Promise<void> {
  const now = worn.get();
  if (!now) return generator.setAdapter();
  const { readAdapter } = await import('../policy/files/adapter.ts');
  await generator.setAdapter(await readAdapter({ config: JSON.parse(now.config), tensors: now.tensors }, generator.config));
  adapterNames.set(generator.hash, now.name);
}

function show(load: LoadPhase): void {
  status.set({ kind: 'loading', load });
}

/** `?backend=wasm` or `?backend=webgpu` in the address asks for one of the two, for play as for training, which takes WASM where nothing is asked for. */
export function askedBackend(): 'auto' | 'wasm' | 'webgpu' {
  const asked = new URLSearchParams(location.search).get('backend');
  return asked === 'wasm' || asked === 'webgpu' ? asked : 'auto';
}
