/** The button that starts the run that is set up. It stands under the settings; before anybody's first run, with what that will do. */
import { differences } from '../../experiment/config.ts';
import { Icon } from '../icons.tsx';
import { useSource } from '../source.ts';
import { pagePreset } from './defaults.ts';
import { useDraft } from './draft.ts';
import { listed, live, runs } from './session.ts';
import { useTrainStrings } from './strings/index.ts';

/** of the settings, which the button sends off */
export const formId = 'train-form';

/** Has nothing been trained here yet, for all that is known? */
export function useFirst(): boolean {
  const known = useSource(listed);
  const list = useSource(runs);
  const now = useSource(live);
  return known && list.length === 0 && now === null;
}

export function Start() {
  const strings = useTrainStrings();
  const { method, config, bad } = useDraft();
  const busy = useSource(live) !== null;
  const broken = Object.keys(bad).length > 0;
  const changed = differences(pagePreset(method, config.world, config.settings), config).length;
  return (
    <div className="train-start">
      <button type="submit" form={formId} className="button button-main wide" disabled={busy || broken}>
        <Icon name="play" />
        {config.schedule.iterations === 0 ? strings.measure : strings.start}
      </button>
      <p className="help" data-bad={broken ? '' : undefined}>
        {broken ? strings.bad : busy ? strings.busy : `${strings.plays(config.rollout.tasks * config.rollout.group, config.trial.episodes)} ${strings.changed(changed)}`}
      </p>
    </div>
  );
}
