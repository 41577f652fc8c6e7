/** The lessons that come with the page, and the way to write one. */
import { Icon } from '../icons.tsx';
import { usePreferences, useStrings } from '../preferences.ts';
import { useSource } from '../source.ts';
import { lessons, start, tour, type Bundled } from './bundled.ts';
import { paragraphsOf } from './markup.ts';
import { said } from './schema.ts';
import { leave, read, writing } from './state.ts';

export function LessonList({ onClose }: { readonly onClose: () => void }) {
  const strings = useStrings().lessons;
  return (
    <>
      <p>{strings.intro}</p>
      <ol className="lesson-list">
        {[tour, ...lessons].map((bundled) => (
          <Entry
            key={bundled.id}
            bundled={bundled}
            onStart={() => {
              onClose();
              start(bundled);
            }}
          />
        ))}
      </ol>
      <section className="lesson-own">
        <h3>{strings.others}</h3>
        <p className="help">{strings.othersHelp}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            leave();
            writing.set(true);
          }}
        >
          <Icon name="edit" />
          {strings.write}
        </button>
      </section>
    </>
  );
}

function Entry({ bundled: { id, lesson }, onStart }: { readonly bundled: Bundled; readonly onStart: () => void }) {
  const strings = useStrings().lessons;
  const { language } = usePreferences();
  const done = useSource(read).includes(id);
  const title = said(lesson.title, language);
  // What it is about stands in its first paragraph.
  const [about] = paragraphsOf(said(lesson.steps[0].text, language));
  return (
    <li className="lesson-entry">
      <div>
        <h3>
          {title}
          {lesson.minutes !== undefined && <span>{strings.minutes(lesson.minutes)}</span>}
          {done && (
            <span className="lesson-done">
              <Icon name="won" />
              {strings.done}
            </span>
          )}
        </h3>
        <p className="help">{about.map(({ text }) => text).join('')}</p>
      </div>
      <button type="button" className="button button-small" aria-label={`${done ? strings.again : strings.start}: ${title}`} onClick={onStart}>
        {done ? strings.again : strings.start}
      </button>
    </li>
  );
}
