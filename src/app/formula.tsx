/**
 * Symbols as the papers set them: `G_t^(n)`, `γ_traj`, `Σ_{m>n}` with what hangs below and above. Text around them stays as it is. Screen readers, and
 * whoever copies them, get the parts as words of their own: “γ traj”.
 */
import { Fragment } from 'react';

const symbol = /(?<![\w^])([A-Za-zΑ-Ωα-ω])(?:_(\{[^{}]*\}|[A-Za-z0-9θ]+))?(?:\^(\([^()]*\)))?/g;

const gap = <span className="formula-gap"> </span>;

function bare(below: string): string {
  return below.replace(/[{}]/g, '');
}

/** The same for names and hints, where nothing can be set lower or higher. */
export function spoken(text: string): string {
  return text.replace(symbol, (_whole, base: string, below?: string, above?: string) => [base, below && bare(below), above].filter((part) => part !== undefined).join(' '));
}

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
        {below !== undefined && (
          <sub>
            {gap}
            {bare(below)}
          </sub>
        )}
        {above !== undefined && (
          <sup>
            {gap}
            {above}
          </sup>
        )}
      </Fragment>,
    );
    at = found.index + whole.length;
  }
  return [...pieces, text.slice(at)];
}
