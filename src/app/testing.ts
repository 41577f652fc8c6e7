/** What modules of the page ask of a browser as they load, for tests on Node: imported before them. Nothing is drawn, and nobody else listens. */
import { vi } from 'vitest';

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } }));
vi.stubGlobal('BroadcastChannel', undefined);
vi.stubGlobal('matchMedia', () => ({ matches: true }));
vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
