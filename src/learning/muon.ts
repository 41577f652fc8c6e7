/**
 * Muon for the matrices of the layers, AdamW for everything else. Per token it takes pretraining much further than AdamW alone; adapters
 * and the papers' methods stay with AdamW, as published.
 */
import { buildOrthogonal } from '../policy/model/index.ts';
import { f32, floats, type Runtime, type Session } from '../policy/runtime.ts';
import type { FlatLayout } from './flat.ts';
import { adamw, type AdamWOptions, type AdamWState, type Optimizer } from './optimizer.ts';

export interface MuonOptions extends AdamWOptions {
  readonly momentum: number;
}

type Entry = FlatLayout['entries'][number];

/** Matrices of one shape, orthogonalised in one run. */
interface Group {
  readonly session: Session;
  readonly dims: readonly number[];
  readonly entries: readonly Entry[];
}

/** Momentum of the layers' matrices is kept in `state.m`; their `state.v` stays zero. */
export async function muon(runtime: Runtime, layout: FlatLayout, state: AdamWState, options: MuonOptions): Promise<Optimizer> {
  const hidden = layout.entries.filter(({ name, dims }) => dims.length === 2 && name.startsWith('model.layers.'));
  const others = layout.entries.filter((entry) => !hidden.includes(entry));
  const rest = await adamw(runtime, layout, state, options, others.map(({ offset, size, dims }) => ({ from: offset, to: offset + size, decay: dims.length > 1 ? options.decay : 0 })));
  const sessions = { tall: await runtime.createSession(buildOrthogonal(true)), wide: await runtime.createSession(buildOrthogonal(false)) };
  const groups = [...new Set(hidden.map(({ dims }) => dims.join('×')))].map((shape): Group => {
    const entries = hidden.filter(({ dims }) => dims.join('×') === shape);
    const { dims } = entries[0];
    return { session: dims[0] > dims[1] ? sessions.tall : sessions.wide, dims, entries };
  });
  return {
    async update(parameters, gradient, step, rate, scale) {
      await rest.update(parameters, gradient, step, rate, scale);
      for (const { session, dims, entries } of groups) {
        const size = dims[0] * dims[1];
        const direction = new Float32Array(entries.length * size);
        entries.forEach(({ offset }, index) => momentum(state.m, gradient, offset, size, scale, options.momentum, direction.subarray(index * size)));
        const { y } = await session.run({ x: f32(direction, [entries.length, ...dims]) });
        const orthogonal = floats(y);
        // An update of the size that AdamW's has, so that one rate serves both (Liu et al. 2025, arXiv 2502.16982, eq. 4).
        const length = rate * 0.2 * Math.sqrt(Math.max(...dims));
        entries.forEach(({ offset }, index) => {
          for (let i = 0; i < size; i++) {
            const p = parameters[offset + i];
            parameters[offset + i] = p - rate * options.decay * p - length * orthogonal[index * size + i];
          }
        });
      }
    },
  };
}

/** m ← μ·m + (1 − μ)·g; the direction looks one step ahead (Nesterov): μ·m + (1 − μ)·g. */
function momentum(m: Float32Array, gradient: Float32Array, offset: number, size: number, scale: number, mu: number, direction: Float32Array): void {
  for (let i = 0; i < size; i++) {
    const g = gradient[offset + i] * scale;
    const next = mu * m[offset + i] + (1 - mu) * g;
    m[offset + i] = next;
    direction[i] = mu * next + (1 - mu) * g;
  }
}
