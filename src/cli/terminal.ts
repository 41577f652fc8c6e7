/** Text on a terminal: colour where it is wanted, widths in columns, wrapping. */

export interface Screen {
  readonly colour: boolean;
  /** columns to fill at most */
  readonly width: number;
}

/** Colour on terminals only, and never under NO_COLOR (no-color.org). What is no terminal is as wide as COLUMNS says. */
export function screenOf(stream: { readonly isTTY?: boolean; readonly columns?: number }, env: Readonly<Record<string, string | undefined>>): Screen {
  const colour = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return { colour, width: Math.max(40, Math.min(80, stream.columns || Number(env['COLUMNS']) || 80)) };
}

const codes = {
  bold: '1',
  dim: '2',
  inverse: '7',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
} as const;
export type Style = keyof typeof codes;
export type Paint = (text: string, ...styles: readonly Style[]) => string;

export function painter(colour: boolean): Paint {
  return (text, ...styles) => (colour && styles.length > 0 && text !== '' ? `\u001b[${styles.map((style) => codes[style]).join(';')}m${text}\u001b[0m` : text);
}

/** What a model wrote, safe to show: no escape sequences, no invisible characters; each line break becomes a blank. */
export function harmless(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim();
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Columns that unpainted text takes. */
export function columns(text: string): number {
  return [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
}

/** Lines of at most `width` columns, broken at blanks where there are some. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && columns(line) + 1 + columns(word) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (columns(line) + columns(character) > width) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** A block of lines that are all `width` columns wide as seen, however they are painted. */
export interface Block {
  readonly width: number;
  readonly lines: readonly string[];
}

/** Blocks beside one another with `gap` between them; `join` stands in the gaps of the line with that number. */
export function beside(blocks: readonly Block[], gap: string, join?: { readonly line: number; readonly text: string }): string[] {
  const height = Math.max(0, ...blocks.map((block) => block.lines.length));
  return Array.from({ length: height }, (_, i) =>
    blocks
      .map((block) => block.lines.at(i) ?? ' '.repeat(block.width))
      .join(join?.line === i ? join.text : gap)
      .trimEnd(),
  );
}
