import '../platform/web/jitless.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { Boundary } from './problem.tsx';
import { start } from './run.ts';
import { useSetup } from './setup.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/strip.css';
import './styles/stage.css';
import './styles/talk.css';
import './styles/board.css';

// Something plays at once, before any model has loaded.
void start({ ...useSetup.getState(), policy: 'teacher:greedy' }, true);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
createRoot(root).render(
  <StrictMode>
    <Boundary>
      <App />
    </Boundary>
  </StrictMode>,
);
