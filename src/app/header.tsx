/** Name, one line about the page, language and colours. */
import { Icon, Mark } from './icons.tsx';
import { themes, usePreferences, useStrings } from './preferences.ts';
import { languages, tables } from './strings/index.ts';

export function Header() {
  const strings = useStrings();
  const { theme, language, set } = usePreferences();
  const nextTheme = themes[(themes.indexOf(theme) + 1) % themes.length];
  const themeLabel = `${strings.theme.label}: ${strings.theme[theme]}`;

  return (
    <header className="top-bar">
      <h1 className="brand">
        <Mark />
        Fieldnotes
      </h1>
      <p className="tagline">{strings.tagline}</p>
      <div className="top-tools">
        {languages
          .filter((other) => other !== language)
          .map((other) => (
            <button
              key={other}
              type="button"
              lang={other}
              className="button button-quiet button-small"
              aria-label={`${tables[other].language} (${other.toUpperCase()})`}
              title={tables[other].language}
              onClick={() => set({ language: other })}
            >
              {other.toUpperCase()}
            </button>
          ))}
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={themeLabel}
          title={themeLabel}
          onClick={() => set({ theme: nextTheme })}
        >
          <Icon name={theme} />
          <span aria-hidden>{strings.theme[theme]}</span>
        </button>
      </div>
    </header>
  );
}
