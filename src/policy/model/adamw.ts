/** One AdamW step (Loshchilov & Hutter, arXiv 1711.05101, algorithm 2) on a flat vector of any length. */
import { GraphBuilder } from '../graph/builder.ts';
import { add, div, mul, sqrt, sub } from '../graph/ops/elementwise.ts';

/**
 * Inputs f32 [N]: `p`, `g`, `m`, `v`; scalars f32 []: `lr`, `beta1`, `beta2`, `eps`, `decay`, `correction1` = 1 − beta1^step,
 * `correction2` = 1 − beta2^step, `scale` (multiplies the gradient: clipping, averaging).
 * Outputs f32 [N]: `new_p`, `new_m`, `new_v`.
 */
export function buildAdamW(): Uint8Array {
  const graph = new GraphBuilder();
  const vector = (name: string) => graph.input(name, 'float32', ['N']);
  const scalar = (name: string) => graph.input(name, 'float32', []);
  const [p, m, v] = [vector('p'), vector('m'), vector('v')];
  const g = mul(vector('g'), scalar('scale'));
  const [lr, beta1, beta2] = [scalar('lr'), scalar('beta1'), scalar('beta2')];
  // m + (1 − beta)(g − m): one rounding less than beta·m + (1 − beta)·g
  const newM = add(m, mul(sub(g, m), sub(graph.scalar(1), beta1)));
  const newV = add(v, mul(sub(mul(g, g), v), sub(graph.scalar(1), beta2)));
  const denominator = add(sqrt(div(newV, scalar('correction2'))), scalar('eps'));
  const update = div(div(newM, scalar('correction1')), denominator);
  graph.output('new_p', sub(p, mul(add(update, mul(p, scalar('decay'))), lr)));
  graph.output('new_m', newM);
  graph.output('new_v', newV);
  return graph.serialize();
}
