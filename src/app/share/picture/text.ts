/** Lines for pictures, which wrap nothing by themselves. Pure, but for the measure that is handed in. */

/** Width of a text in pixels. */
export type Measure = (text: string) => number;

/**
 * Greedy lines no wider than `width`. Words that are wider are broken; what does not fit into `most` lines ends in an ellipsis.
 * Line breaks of the text are kept.
 */
export function wrap(text: string, width: number, measure: Measure, most = Infinity): string[] {
  const lines = text
    .replace(/[ \t]+/g, ' ')
    // a cell stays on one line
    .replace(/\((\d+), (\d+)\)/g, '($1,\u00a0$2)')
    .trim()
    .split('\n')
    .flatMap((part) => wrapLine(part.trim(), width, measure));
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = `${kept[most - 1]}…`;
  while (last.length > 1 && measure(last) > width) last = `${[...last].slice(0, -2).join('')}…`;
  return [...kept.slice(0, -1), last];
}

function wrapLine(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width, measure))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || measure(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word in parts that fit. */
function pieces(word: string, width: number, measure: Measure): string[] {
  if (measure(word) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && measure(part + character) > width) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
