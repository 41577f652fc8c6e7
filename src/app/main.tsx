import '../platform/web/jitless.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterLayout } from './afterLayout.ts';
import { App } from './app.tsx';
import { watchScreen } from './fullScreen.ts';
import { watchGuesses } from './guess/guess.ts';
import { watchResults } from './hand/versus.ts';
import { keepFocus } from './keepFocus.ts';
import { problem } from './log.ts';
import { Boundary } from './problem.tsx';
import { openPage } from './opening.ts';
import { openStore } from './runs/store.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/strip.css';
import './styles/stage.css';
import './styles/reader.css';
import './styles/truth.css';
import './styles/beats.css';
import './styles/transport.css';
import './styles/more.css';
import './styles/talk.css';
import './styles/board.css';
import './styles/dialog.css';
import './styles/wall.css';
import './runs/runs.css';
import './share/hidden.css';
import './styles/full.css';
import './hand/hand.css';
import './notes/notes.css';

/** Milliseconds that the first picture waits for what it is to show. It is nearly always there sooner, and the page is drawn once. */
const patience = 250;

watchGuesses();
watchResults();
watchScreen();
keepFocus();

void begin();

async function begin(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element #root.');
  const opened = openPage().catch((error: unknown) => problem.set(error));
  await Promise.race([opened, new Promise((resolve) => setTimeout(resolve, patience))]);
  createRoot(root).render(
    <StrictMode>
      <Boundary>
        <App />
      </Boundary>
    </StrictMode>,
  );
  await opened;
  afterLayout(prepare);
}

/** Once there is nothing left that a visitor waits for. */
function prepare(): void {
  void openStore();
  if (import.meta.env.PROD) void import('../platform/web/offline.ts').then(({ keepOffline }) => keepOffline());
}
