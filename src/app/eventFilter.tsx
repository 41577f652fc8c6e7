/** Which events have a mark on the scrubber, and the list of them to go to. */
import * as Popover from '@radix-ui/react-popover';
import { memo } from 'react';
import type { TrialView } from '../trial/fold.ts';
import { Icon } from './icons.tsx';
import { same, settle } from './navigate.ts';
import { eventKinds, eventPresets, eventsOf, type EventKind } from './playback/events.ts';
import { compare } from './playback/moments.ts';
import { usePreferences, useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

const presets = ['all', 'endings', 'memory', 'mistakes'] as const;

/** Its content is made when it is opened. */
export const EventFilter = memo(function EventFilter({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  return (
    <Popover.Root>
      <Popover.Trigger className="button button-quiet button-small">
        <Icon name="filter" />
        {strings.events.open}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="popover" sideOffset={8} collisionPadding={12} align="end" aria-label={strings.events.title}>
          <Content view={view} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
});

function Content({ view }: { readonly view: TrialView }) {
  const strings = useStrings();
  const { marks, set } = usePreferences();
  const { look, play, seen, moment } = useSetup();
  const at = settle(view, moment);
  const events = eventsOf(view).filter(({ kind, ...place }) => marks.includes(kind) && (seen === null || compare({ ...place, beat: null }, seen) <= 0));
  const isPreset = (kinds: readonly EventKind[]): boolean => kinds.length === marks.length && kinds.every((kind) => marks.includes(kind));

  return (
    <>
      <h3>{strings.events.title}</h3>
      <div className="presets" role="group" aria-label={strings.events.presets}>
        {presets.map((name) => (
          <button key={name} type="button" className="button button-small" aria-pressed={isPreset(eventPresets[name])} onClick={() => set({ marks: eventPresets[name] })}>
            {strings.events.names[name]}
          </button>
        ))}
      </div>
      <fieldset className="checks">
        <legend className="hidden">{strings.events.title}</legend>
        {eventKinds.map((kind) => (
          <label key={kind} data-kind={kind}>
            <input
              type="checkbox"
              checked={marks.includes(kind)}
              onChange={(event) => set({ marks: eventKinds.filter((each) => (each === kind ? event.target.checked : marks.includes(each))) })}
            />
            <Icon name={kind} />
            {strings.events.kinds[kind]}
          </label>
        ))}
      </fieldset>
      <ol className="events" aria-label={strings.events.list}>
        {events.map((event, index) => (
          <li key={index}>
            <button
              type="button"
              data-kind={event.kind}
              aria-current={same(event, at) ? 'step' : undefined}
              onClick={() => {
                play(false);
                look({ episode: event.episode, turn: event.turn });
              }}
            >
              <Icon name={event.kind} />
              {strings.events.kinds[event.kind]}
              <span>{strings.events.at(event.episode + 1, event.turn)}</span>
            </button>
          </li>
        ))}
        {events.length === 0 && <li className="help">{strings.events.none}</li>}
      </ol>
    </>
  );
}
