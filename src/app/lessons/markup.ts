/** The few marks that a lesson's text may have, read into pieces; everything else, markup of the web included, is text. Pure. */
export type Piece =
  | { readonly kind: 'text' | 'strong'; readonly text: string }
  /** names an entry of the glossary */
  | { readonly kind: 'term'; readonly id: string; readonly text: string };

/** Paragraphs of pieces. */
export function paragraphsOf(text: string): Piece[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(piecesOf);
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of text.matchAll(/\*\*([^*]+)\*\*|\[\[(\w+)(?:\|([^[\]|]+))?\]\]/g)) {
    if (found.index > at) pieces.push({ kind: 'text', text: text.slice(at, found.index) });
    const [whole, strong, id, label] = found;
    pieces.push(strong === undefined ? { kind: 'term', id, text: label ?? id } : { kind: 'strong', text: strong });
    at = found.index + whole.length;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
