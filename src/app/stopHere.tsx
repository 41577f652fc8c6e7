/** Stops what is under way where a link has left out the button that does: what a lesson has started can be ended by hand, too. */
import { commands, hint } from './commands.ts';
import { Icon } from './icons.tsx';
import { isBusy, status } from './log.ts';
import { useStrings } from './preferences.ts';
import { hidden } from './share/hidden.ts';
import { useSource } from './source.ts';

export function StopHere() {
  const strings = useStrings();
  const busy = isBusy(useSource(status));
  const away = useSource(hidden);
  if (!busy || !(away.includes('setup') || away.includes('run'))) return null;
  return (
    <button type="button" className="button button-small stop-here" title={hint(commands.run, strings)} aria-keyshortcuts="R" onClick={() => commands.run.run()}>
      <Icon name="stop" />
      {strings.setup.stop}
    </button>
  );
}
