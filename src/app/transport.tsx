/** Moving through the trial: buttons, a scrubber over the turns of the episode, play at a chosen speed. */
import { useEffect } from 'react';
import type { TrialView } from '../trial/fold.ts';
import { commands, hint, type Command } from './commands.ts';
import { Icon, type IconName } from './icons.tsx';
import { after, settle } from './navigate.ts';
import { speedNames, speeds, usePreferences, useStrings } from './preferences.ts';
import { useSetup, type Place } from './setup.ts';
import { trial } from './log.ts';

interface TransportProps {
  readonly view: TrialView;
  readonly place: Place;
}

export function Transport({ view, place }: TransportProps) {
  const strings = useStrings();
  const { playing, look, play } = useSetup();
  const { speed, set } = usePreferences();
  usePlayback();
  const turns = view.episodes[place.episode]?.turns.length ?? 0;

  return (
    <div className="transport" role="group" aria-label={strings.transport.label}>
      <div className="transport-buttons">
        <Button command={commands.first} icon="first" />
        <Button command={commands.previous} icon="previous" />
        <Button command={commands.play} icon={playing ? 'pause' : 'play'} />
        <Button command={commands.next} icon="next" />
        <Button command={commands.last} icon="last" />
      </div>
      <div className="scrub">
        <input
          type="range"
          aria-label={strings.transport.scrub}
          aria-valuetext={strings.transport.turn(place.turn, turns)}
          min={0}
          max={Math.max(turns, 1)}
          value={place.turn}
          disabled={turns === 0}
          onChange={(event) => {
            play(false);
            look({ episode: place.episode, turn: Number(event.target.value) });
          }}
        />
      </div>
      <span className="transport-turn">
        {place.turn} / {turns}
      </span>
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
  );
}

function Button({ command, icon }: { readonly command: Command; readonly icon: IconName }) {
  const strings = useStrings();
  return (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={command.label(strings)}
      title={hint(command, strings)}
      disabled={!command.when()}
      onClick={() => command.run()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** While playing, one turn after the other until the newest, then on with the trial. */
function usePlayback(): void {
  const playing = useSetup((setup) => setup.playing);
  const speed = usePreferences((preferences) => preferences.speed);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(
      () => {
        const { view } = trial.get();
        const { place, look, play } = useSetup.getState();
        const next = view && after(view, settle(view, place));
        if (next) return look(next);
        play(false);
        look(null);
      },
      Math.max(speeds[speed], 60),
    );
    return () => clearInterval(timer);
  }, [playing, speed]);
}
