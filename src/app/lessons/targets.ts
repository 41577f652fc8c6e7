/** What a lesson can point at, and where on the page it is. The names are part of lessons that travel: never change what one means. */
export const targetNames = [
  'strip',
  'episode',
  'note',
  'lift',
  'edit',
  'stage',
  'reader',
  'overlay',
  'transport',
  'thoughts',
  'setup',
  'run',
  'branches',
  'hand',
  'wall',
  'doors',
  'help',
] as const;
export type Target = (typeof targetNames)[number];

/** The first that is there and to be seen is meant. */
export const selectors: Readonly<Record<Target, readonly string[]>> = {
  strip: ['.strip-list'],
  episode: ['.episode[aria-pressed="true"]', '.episode'],
  note: ['.note:not([data-waiting])', '.note'],
  lift: ['.lift-button', '.note:not([data-waiting])'],
  edit: ['.note-edit', '.note:not([data-waiting])'],
  stage: ['.stage-board'],
  reader: ['.reader'],
  overlay: ['.overlay-switch'],
  transport: ['.transport'],
  thoughts: ['.talk'],
  setup: ['.setup', '.setup-summary'],
  run: ['.setup-run', '.setup-summary'],
  branches: ['.rail', '.strip-list'],
  hand: ['.hand-tools', '.stage-card'],
  wall: ['[aria-keyshortcuts="w"]', '.top-tools'],
  doors: ['.doors'],
  help: ['[aria-keyshortcuts="?"]', '.top-tools'],
};

export function find(target: Target): Element | null {
  for (const selector of selectors[target]) {
    const found = [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0);
    if (found) return found;
  }
  return null;
}
