/** Symbols as the papers set them: `G_t^(n)`, `γ_traj`, `Σ_{m>n}` with what hangs below and above. Text around them stays as it is. */
import { Fragment } from 'react';

const symbol = /(?<![\w^])([A-Za-zΑ-Ωα-ω])(?:_(\{[^{}]*\}|[A-Za-z0-9θ]+))?(?:\^(\([^()]*\)))?/g;

export function Formula({ text }: { readonly text: string }) {
  const pieces = [];
  let at = 0;
  for (const found of text.matchAll(symbol)) {
    const [whole, base, below, above] = found;
    if (below === undefined && above === undefined) continue;
    pieces.push(text.slice(at, found.index));
    pieces.push(
      <Fragment key={found.index}>
        {base}
        {below !== undefined && <sub>{below.replace(/[{}]/g, '')}</sub>}
        {above !== undefined && <sup>{above}</sup>}
      </Fragment>,
    );
    at = found.index + whole.length;
  }
  return [...pieces, text.slice(at)];
}
