/** A button that can be of no use for a while, and is pressed again and again: it keeps the focus, which a disabled one loses. */
interface Able {
  readonly 'aria-disabled'?: true;
  readonly onClick?: () => void;
}

export function able(can: boolean, press: () => void): Able {
  return can ? { onClick: press } : { 'aria-disabled': true };
}
