import '../platform/web/jitless.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchScreen } from './fullScreen.ts';
import { watchGuesses } from './guess/guess.ts';
import { watchResults } from './hand/versus.ts';
import { Boundary } from './problem.tsx';
import { openPage } from './opening.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/strip.css';
import './styles/stage.css';
import './styles/talk.css';
import './styles/board.css';
import './styles/dialog.css';
import './styles/wall.css';
import './runs/runs.css';
import './share/hidden.css';
import './styles/full.css';
import './hand/hand.css';
import './notes/notes.css';

void openPage();
// After everything that a visitor waits for.
if (import.meta.env.PROD) addEventListener('load', () => void import('../platform/web/offline.ts').then(({ keepOffline }) => keepOffline()));

watchGuesses();
watchResults();
watchScreen();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <Boundary>
      <App />
    </Boundary>
  </StrictMode>,
);
