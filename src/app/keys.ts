/** Which keys a control with the focus uses itself, so that the page's own keys leave them alone and no others. Pure. */

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
const used: Readonly<Record<string, readonly string[]>> = {
  button: [' '],
  checkbox: [' '],
  radio: [' ', ...arrows],
  range: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'],
};

/** @param kind the type of an input, `button` for what Space presses; anything else takes text, and with it every key */
export function takesKey(kind: string, key: string): boolean {
  const own = used[kind];
  return own === undefined || own.includes(key);
}

/** What has the focus, as `takesKey` wants it; null: nothing that uses keys. */
export function kindOf(target: Element): string | null {
  const field = target.closest('input, select, textarea, [contenteditable]');
  if (field instanceof HTMLInputElement) return field.type;
  if (field) return 'text';
  return target.closest('button, summary, a') ? 'button' : null;
}
