/** Name, the doors, the wall, help, language and colours. */
import { memo } from 'react';
import { CommandButton } from './commandButton.tsx';
import { commands } from './commands.ts';
import { doorOf, doors, firstScene } from './doors.ts';
import { Icon, Mark } from './icons.tsx';
import { TourOffer } from './lessons/tourOffer.tsx';
import { themes, usePreferences, useStrings } from './preferences.ts';
import { stageRun } from './runs/keep.ts';
import { useSetup } from './setup.ts';
import { useSource } from './source.ts';
import { languages, tables } from './strings/index.ts';

export const Header = memo(function Header() {
  const strings = useStrings();
  const { theme, language, set } = usePreferences();
  const scene = useSetup((setup) => setup.scene);
  // whether there is something to share
  useSource(stageRun);

  return (
    <header className="top-bar">
      <h1 className="brand">
        <Mark />
        Fieldnotes
      </h1>
      <nav className="doors" aria-label={strings.doors.label}>
        {doors.map((door) => (
          <button
            key={door}
            type="button"
            className="door"
            aria-current={doorOf(scene) === door ? 'page' : undefined}
            onClick={() => {
              const { show, play } = useSetup.getState();
              play(false);
              show({ scene: firstScene[door] });
            }}
          >
            {strings.doors[door]}
          </button>
        ))}
      </nav>
      <TourOffer />
      <div className="top-tools">
        {doorOf(scene) === 'watch' && <CommandButton command={commands.wall} icon="wall" text={strings.wall.open} pressed={scene === 'wall'} />}
        <CommandButton command={commands.runs} icon="runs" text={strings.runs.open} />
        <CommandButton command={commands.share} icon="share" text={strings.share.open} />
        <CommandButton command={commands.lessons} icon="lesson" text={strings.lessons.tab} />
        <CommandButton command={commands.help} icon="help" text={strings.help.short} />
        <label className="pick">
          <span className="hidden">{strings.languageLabel}</span>
          <select
            value={language}
            onChange={(event) => {
              const chosen = languages.find((name) => name === event.target.value);
              if (chosen) set({ language: chosen });
            }}
          >
            {languages.map((name) => (
              <option key={name} value={name} lang={name}>
                {tables[name].language}
              </option>
            ))}
          </select>
        </label>
        <label className="pick">
          <Icon name={theme} />
          <span className="hidden">{strings.theme.label}</span>
          <select
            value={theme}
            onChange={(event) => {
              const chosen = themes.find((name) => name === event.target.value);
              if (chosen) set({ theme: chosen });
            }}
          >
            {themes.map((name) => (
              <option key={name} value={name}>
                {strings.theme[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
});
