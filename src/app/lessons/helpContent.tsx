/** The parts of Help: how to read the page, the lessons, the glossary. */
import { Icon } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { GlossaryList } from './glossaryList.tsx';
import { helpPlace, helpTabs } from './help.ts';
import { LessonList } from './lessonList.tsx';
import { ReadingHelp } from './readingHelp.tsx';
import './lessons.css';

export function HelpContent({ onClose }: { readonly onClose: () => void }) {
  const strings = useStrings();
  const { tab, entry } = useSource(helpPlace);
  const names = { reading: strings.lessons.howTo, lessons: strings.lessons.tab, glossary: strings.lessons.glossary };
  return (
    <div className="dialog-body help-body">
      <div className="dialog-head">
        <fieldset>
          <legend className="hidden">{strings.help.short}</legend>
          <div className="switch">
            {helpTabs.map((name) => (
              <label key={name}>
                <input type="radio" name="help-tab" checked={tab === name} onChange={() => helpPlace.set({ tab: name, entry: null })} />
                {names[name]}
              </label>
            ))}
          </div>
        </fieldset>
        <button type="button" className="button button-quiet button-icon" aria-label={strings.help.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <h2 className="hidden">{names[tab]}</h2>
      {tab === 'reading' && <ReadingHelp />}
      {tab === 'lessons' && <LessonList onClose={onClose} />}
      {tab === 'glossary' && <GlossaryList entry={entry} />}
    </div>
  );
}
