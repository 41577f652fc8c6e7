/** Moving through the trial: buttons, a scrubber over all its episodes with marked events, speed, slow motion. */
import type { CSSProperties } from 'react';
import type { TrialView } from '../trial/fold.ts';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { EventFilter } from './eventFilter.tsx';
import { FindBar, FindMarks } from './find/parts.tsx';
import { Icon } from './icons.tsx';
import { placesOf, same } from './navigate.ts';
import { eventsOf, together } from './playback/events.ts';
import { useAt, useHere } from './playback/here.ts';
import { compare, type Moment, type Place } from './playback/moments.ts';
import { scrubbed } from './playback/settled.ts';
import { useUnveiled } from './playback/veil.ts';
import { speedNames, usePreferences, useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

interface TransportProps {
  readonly view: TrialView;
  /** where two trials that are watched in step part ways */
  readonly difference?: Moment | null;
}

export function Transport({ view: whole, difference = null }: TransportProps) {
  const strings = useStrings();
  const view = useUnveiled(whole);
  const playing = useSetup((setup) => setup.playing);
  const { speed, slow, set } = usePreferences();

  return (
    <div className="transport" role="group" aria-label={strings.transport.label}>
      <FindBar view={view} />
      <Scrubber view={view} difference={difference} />
      <div className="transport-row">
        <div className="transport-buttons">
          <CommandButton command={commands.first} icon="first" />
          <CommandButton command={commands.previous} icon="previous" />
          <CommandButton command={commands.play} icon={playing ? 'pause' : 'play'} />
          <CommandButton command={commands.next} icon="next" />
          <CommandButton command={commands.last} icon="last" />
        </div>
        <span className="transport-gap" />
        <CommandButton command={commands.find} icon="search" />
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

/** One track for the whole trial, cut where an episode ends; above it the marks. A step moves the thumb. */
function Scrubber({ view, difference }: TransportProps) {
  const places = placesOf(view);
  const marked = difference ? places.findIndex((place) => same(place, difference)) : -1;
  return (
    <div className="scrub">
      <Marks view={view} />
      <Track view={view} />
      <FindMarks view={view} />
      {marked >= 0 && (
        <div className="scrub-on" aria-hidden>
          <span className="scrub-difference" style={shareOf(marked, places)} />
        </div>
      )}
      <Thumb view={view} />
    </div>
  );
}

interface PartProps {
  readonly view: TrialView;
}

function shareOf(position: number, places: readonly Place[]): CSSProperties {
  return { insetInlineStart: `${(100 * position) / Math.max(1, places.length - 1)}%` };
}

/** What has been seen. */
function Marks({ view }: PartProps) {
  const strings = useStrings();
  const { marks } = usePreferences();
  const events = eventsOf(view);
  const places = placesOf(view);
  // They stand in the order in which they are seen.
  const known = useSetup(({ seen }) => (seen === null ? events.length : events.filter((event) => compare({ ...event, beat: null }, seen) <= 0).length));
  const visible = events.slice(0, known).filter(({ kind }) => marks.includes(kind));
  return (
    <div className="scrub-marks" aria-hidden>
      {together(visible).map(({ place, events: here }) => (
        <button
          key={`${place.episode},${place.turn}`}
          type="button"
          tabIndex={-1}
          className="mark"
          title={here.map(({ kind }) => strings.events.kinds[kind]).join(', ')}
          style={shareOf(places.findIndex((each) => same(each, place)), places)}
          onClick={() => {
            const { look, play } = useSetup.getState();
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
  );
}

function Track({ view }: PartProps) {
  const now = useAt(view, ({ episode }) => episode);
  return (
    <div className="scrub-track" aria-hidden>
      {view.episodes.map(({ turns: played }, episode) => (
        <span key={episode} style={{ flexGrow: played.length + (episode === 0 || episode === view.episodes.length - 1 ? 0.5 : 1) }} data-now={episode === now ? '' : undefined} />
      ))}
    </div>
  );
}

function Thumb({ view }: PartProps) {
  const strings = useStrings();
  const at = useHere(view);
  const places = placesOf(view);
  return (
    <input
      type="range"
      aria-label={strings.transport.scrub}
      aria-valuetext={strings.stage.where(at.episode + 1, at.turn, view.start.task.config.turns)}
      min={0}
      max={Math.max(places.length - 1, 1)}
      value={Math.max(places.findIndex((place) => same(place, at)), 0)}
      disabled={places.length < 2}
      onChange={(event) => {
        const { look, play } = useSetup.getState();
        play(false);
        scrubbed(event.timeStamp);
        look(places[Number(event.target.value)]);
      }}
    />
  );
}
