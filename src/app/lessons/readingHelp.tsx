/** Scout's words, the boards' symbols, the keys. */
import { styleWords } from '../../trial/brief/words.ts';
import { styles } from '../../trial/teachers/style.ts';
import { commands, commandsHere, keyName } from '../commands.ts';
import { usePreferences, useStrings } from '../preferences.ts';
import './reading.css';

export function ReadingHelp() {
  const strings = useStrings();
  const { letters, set } = usePreferences();
  const text = strings.help;
  return (
    <>
      <p>{text.intro}</p>
      <div className="help-columns">
        <section>
          <h3>{text.thoughts}</h3>
          <p className="help">{text.thoughtsHelp}</p>
          <dl className="glossary">
            {styles.map((style) => (
              <div key={style}>
                <dt>{styleWords[style]}</dt>
                <dd>{text.styles[style]}</dd>
              </div>
            ))}
          </dl>
          <dl className="glossary">
            {text.phrases.map(([phrase, meaning]) => (
              <div key={phrase}>
                <dt>{phrase}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{text.boards}</h3>
          <p className="help">{text.boardsHelp}</p>
          <dl className="glossary symbols">
            {text.symbols.map(([symbol, meaning]) => (
              <div key={symbol}>
                <dt>{symbol}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <h3>{text.keys}</h3>
          <dl className="glossary keys">
            {commandsHere().map((command) => (
              <div key={command.keys[0]}>
                <dt>
                  {(command === commands.episode ? ['1–8'] : command.keys).map((key) => (
                    <kbd key={key}>{keyName(key)}</kbd>
                  ))}
                </dt>
                <dd>{command.label(strings)}</dd>
              </div>
            ))}
          </dl>
          <label className="check">
            <input type="checkbox" checked={letters} onChange={(event) => set({ letters: event.target.checked })} />
            {text.letters}
          </label>
        </section>
      </div>
    </>
  );
}
