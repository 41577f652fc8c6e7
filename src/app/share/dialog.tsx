/** Everything by which a run is passed on: a link, a picture, files, a film. */
import { lazy, Suspense, useId, useState, type KeyboardEvent } from 'react';
import { trial } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { Dialog } from '../runs/dialog.tsx';
import { panel } from '../runs/panels.ts';
import { useSource } from '../source.ts';
import { FilesTab } from './files.tsx';
import { LinkTab } from './link.tsx';
import './share.css';

const PictureTab = lazy(() => import('./picture/tab.tsx').then(({ PictureTab }) => ({ default: PictureTab })));
const FilmTab = lazy(() => import('./film/tab.tsx').then(({ FilmTab }) => ({ default: FilmTab })));

const tabs = ['link', 'picture', 'files', 'film'] as const;
type Tab = (typeof tabs)[number];

export function Share() {
  const strings = useStrings();
  const text = strings.share;
  const { view } = useSource(trial);
  const [tab, setTab] = useState<Tab>('link');
  const id = useId();
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    setTab(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <Dialog title={text.title} close={() => panel.set(null)}>
      {view === null ? (
        <p>{text.nothing}</p>
      ) : (
        <>
          <div className="tabs" role="tablist" aria-label={text.title} onKeyDown={move}>
            {tabs.map((name) => (
              <button
                key={name}
                id={`${id}-${name}`}
                type="button"
                role="tab"
                className="tab"
                aria-selected={tab === name}
                aria-controls={`${id}-panel`}
                tabIndex={tab === name ? 0 : -1}
                onClick={() => setTab(name)}
              >
                {text.tabs[name]}
              </button>
            ))}
          </div>
          <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`} className="share-panel">
            <Suspense fallback={<p className="help">{text.working}</p>}>
              {tab === 'link' && <LinkTab />}
              {tab === 'picture' && <PictureTab />}
              {tab === 'files' && <FilesTab />}
              {tab === 'film' && <FilmTab />}
            </Suspense>
          </div>
        </>
      )}
    </Dialog>
  );
}
