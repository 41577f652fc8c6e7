/** A button for a command: its label, its key and whether it can be used now come from the command itself. */
import { memo } from 'react';
import { able } from './able.ts';
import { hint, type Command } from './commands.ts';
import { Hint } from './hint.tsx';
import { Icon, type IconName } from './icons.tsx';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

interface CommandButtonProps {
  readonly command: Command;
  readonly icon: IconName;
  /** shown beside the icon; else the label is for screen readers and the hint */
  readonly text?: string;
  /** for commands that switch something */
  readonly pressed?: boolean;
}

export function CommandButton({ command, icon, text, pressed }: CommandButtonProps) {
  const strings = useStrings();
  // Whoever moves through a trial draws it again only where that makes the difference.
  const can = useSetup(() => command.when());
  return (
    <Plain
      command={command}
      icon={icon}
      text={text}
      pressed={pressed}
      label={command.label(strings)}
      hintText={hint(command, strings)}
      disabled={!can}
    />
  );
}

interface PlainProps extends CommandButtonProps {
  readonly label: string;
  readonly hintText: string;
  readonly disabled: boolean;
}

/** Most moves through a trial change nothing about a button. */
const Plain = memo(function Plain({ command, icon, text, pressed, label, hintText, disabled }: PlainProps) {
  return (
    <Hint text={hintText}>
      <button
        type="button"
        className={`button button-quiet ${text === undefined ? 'button-icon' : 'button-small'}`}
        aria-label={text === undefined ? label : undefined}
        aria-keyshortcuts={command.keys[0] === ' ' ? 'Space' : command.keys[0]}
        aria-pressed={pressed}
        {...able(!disabled, () => command.run())}
      >
        <Icon name={icon} />
        {text}
      </button>
    </Hint>
  );
});
