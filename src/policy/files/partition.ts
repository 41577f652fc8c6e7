/** Special tokens in a text: the longest (in UTF-8 bytes) are cut out first, the leftmost of each; then shorter ones in what is left. */

export interface Piece {
  readonly id: number;
  readonly text: string;
  readonly control: boolean;
}

interface Node {
  readonly next: Map<string, Node>;
  piece?: Piece & { readonly rank: number };
}

/** All pieces by their characters, with their order of precedence. */
export function pieceTree(pieces: readonly Piece[]): Node {
  const utf8 = new TextEncoder();
  const length = new Map(pieces.map((piece) => [piece.id, utf8.encode(piece.text).length]));
  const inOrder = pieces.toSorted((a, b) => (length.get(b.id) ?? 0) - (length.get(a.id) ?? 0) || a.id - b.id);
  const root: Node = { next: new Map() };
  for (const [rank, piece] of inOrder.entries()) {
    let node = root;
    for (const unit of piece.text.split('')) {
      const child: Node = node.next.get(unit) ?? { next: new Map() };
      node.next.set(unit, child);
      node = child;
    }
    node.piece = { ...piece, rank };
  }
  return root;
}

/** @returns ids of the pieces found and the non-empty strings between them, in order */
export function partition(tree: Node, text: string, withControls: boolean): (number | string)[] {
  const found: { readonly start: number; readonly piece: Piece & { readonly rank: number } }[] = [];
  for (let start = 0; start < text.length; start++) {
    let node: Node | undefined = tree;
    for (let at = start; (node = node.next.get(text[at])) !== undefined; at++) {
      if (node.piece !== undefined && (withControls || !node.piece.control)) found.push({ start, piece: node.piece });
    }
  }
  const taken = new Uint8Array(text.length);
  const chosen = found
    .sort((a, b) => a.piece.rank - b.piece.rank || a.start - b.start)
    .filter(({ start, piece }) => {
      const range = taken.subarray(start, start + piece.text.length);
      if (range.includes(1)) return false;
      range.fill(1);
      return true;
    })
    .sort((a, b) => a.start - b.start);
  const parts: (number | string)[] = [];
  let end = 0;
  for (const { start, piece } of chosen) {
    if (start > end) parts.push(text.slice(end, start));
    parts.push(piece.id);
    end = start + piece.text.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
