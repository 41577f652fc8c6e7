/** An adapter put into the weights it sits on: W + scale · B A. */
import { projectionName, projectionShape } from '../policy/model/index.ts';
import { projections, type Adapter, type Weights } from '../policy/model/config.ts';

/** The weights as they act with the adapter; what it does not touch is shared, not copied. @throws Error when the sizes are those of another model */
export function merged(weights: Weights, adapter: Adapter): Weights {
  const { config } = weights;
  const tensors = new Map(weights.tensors);
  for (const [key, { a, b }] of adapter.tensors) {
    const [layer, name] = key.split('.');
    const projection = projections.find((each) => each === name);
    const path = projection && `${projectionName(Number(layer), projection)}.weight`;
    const base = path === undefined ? undefined : tensors.get(path);
    if (!projection || path === undefined || !base) throw new Error(`The model has no place for the adapter's ${key}.`);
    const [out, into] = projectionShape(config, projection);
    const { rank, scale } = adapter;
    if (a.length !== rank * into || b.length !== out * rank) throw new Error(`The adapter's ${key} is for a model of other sizes.`);
    const data = base.data.slice();
    const row = new Float64Array(into);
    for (let o = 0; o < out; o++) {
      row.fill(0);
      for (let r = 0; r < rank; r++) {
        const factor = scale * b[o * rank + r];
        for (let i = 0; i < into; i++) row[i] += factor * a[r * into + i];
      }
      for (let i = 0; i < into; i++) data[o * into + i] += row[i];
    }
    tensors.set(path, { dims: base.dims, data });
  }
  return { config, tensors };
}
