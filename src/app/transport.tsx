/** Moving through the trial: buttons, a scrubber over all its episodes with marked events, speed, slow motion. */
import { useMemo, type CSSProperties } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TrialView } from '../trial/fold.ts';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { EventFilter } from './eventFilter.tsx';
import { Icon } from './icons.tsx';
import { placesOf, same } from './navigate.ts';
import { eventsOf, together } from './playback/events.ts';
import { compare, type Moment } from './playback/moments.ts';
import { scrubbed } from './playback/settled.ts';
import { speedNames, usePreferences, useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

interface TransportProps {
  readonly view: TrialView;
  readonly at: Moment;
  /** where two trials that are watched in step part ways */
  readonly difference?: Moment | null;
}

export function Transport({ view, at, difference = null }: TransportProps) {
  const strings = useStrings();
  const playing = useSetup((setup) => setup.playing);
  const { speed, slow, set } = usePreferences();

  return (
    <div className="transport" role="group" aria-label={strings.transport.label}>
      <Scrubber view={view} at={at} difference={difference} />
      <div className="transport-row">
        <div className="transport-buttons">
          <CommandButton command={commands.first} icon="first" />
          <CommandButton command={commands.previous} icon="previous" />
          <CommandButton command={commands.play} icon={playing ? 'pause' : 'play'} />
          <CommandButton command={commands.next} icon="next" />
          <CommandButton command={commands.last} icon="last" />
        </div>
        <span className="transport-gap" />
        <CommandButton command={commands.slow} icon="slow" text={strings.transport.slowShort} pressed={slow} />
        <EventFilter view={view} />
        <select
          className="control"
          aria-label={strings.transport.speed}
          value={speed}
          onChange={(event) => {
            const chosen = speedNames.find((name) => name === event.target.value);
            if (chosen) set({ speed: chosen });
          }}
        >
          {speedNames.map((name) => (
            <option key={name} value={name}>
              {name === 'max' ? strings.transport.max : `${name}×`}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

/** One track for the whole trial, cut where an episode ends; above it the marks. */
function Scrubber({ view, at, difference }: TransportProps) {
  const strings = useStrings();
  const { look, play, seen } = useSetup(useShallow(({ look, play, seen }) => ({ look, play, seen })));
  const events = useMemo(() => eventsOf(view), [view]);
  const { marks } = usePreferences();
  const places = placesOf(view);
  const index = places.findIndex((place) => same(place, at));
  const turns = view.episodes[at.episode]?.turns.length ?? 0;
  const share = (position: number): CSSProperties => ({ insetInlineStart: `${(100 * position) / Math.max(1, places.length - 1)}%` });
  const marked = difference ? places.findIndex((place) => same(place, difference)) : -1;
  const visible = events.filter(({ kind, ...place }) => marks.includes(kind) && (seen === null || compare({ ...place, beat: null }, seen) <= 0));

  return (
    <div className="scrub">
      <div className="scrub-marks" aria-hidden>
        {together(visible).map(({ place, events: here }) => (
          <button
            key={`${place.episode},${place.turn}`}
            type="button"
            tabIndex={-1}
            className="mark"
            title={here.map(({ kind }) => strings.events.kinds[kind]).join(', ')}
            style={share(places.findIndex((each) => same(each, place)))}
            onClick={() => {
              play(false);
              look({ episode: place.episode, turn: place.turn });
            }}
          >
            {here.map(({ kind }) => (
              <span key={kind} data-kind={kind}>
                <Icon name={kind} />
              </span>
            ))}
          </button>
        ))}
      </div>
      <div className="scrub-track" aria-hidden>
        {view.episodes.map(({ turns: played }, episode) => (
          <span key={episode} style={{ flexGrow: played.length + (episode === 0 || episode === view.episodes.length - 1 ? 0.5 : 1) }} data-now={episode === at.episode ? '' : undefined} />
        ))}
      </div>
      {marked >= 0 && (
        <div className="scrub-on" aria-hidden>
          <span className="scrub-difference" style={share(marked)} />
        </div>
      )}
      <input
        type="range"
        aria-label={strings.transport.scrub}
        aria-valuetext={strings.stage.where(at.episode + 1, at.turn, turns)}
        min={0}
        max={Math.max(places.length - 1, 1)}
        value={Math.max(index, 0)}
        disabled={places.length < 2}
        onChange={(event) => {
          play(false);
          scrubbed(event.timeStamp);
          look(places[Number(event.target.value)]);
        }}
      />
    </div>
  );
}
