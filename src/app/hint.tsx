/** A short explanation beside a control, on hover and on focus; Escape puts it away. */
import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement, ReactNode } from 'react';

interface HintProps {
  readonly text: ReactNode;
  readonly children: ReactElement;
}

export function Hint({ text, children }: HintProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        {/* Heard as the description of what it is about, and not once more as a part of the page that belongs nowhere. */}
        <Tooltip.Content className="hint" aria-hidden sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export const HintProvider = Tooltip.Provider;
