/** The clock that moves through a trial, one moment after the other, until the newest; then it goes on with a running trial. */
import { useEffect } from 'react';
import { stageView } from '../branches/onStage.ts';
import { live } from '../log.ts';
import { settle } from '../navigate.ts';
import { factor, usePreferences } from '../preferences.ts';
import { useSetup } from '../setup.ts';
import { duration, nextMoment } from './moments.ts';

/** So that every moment is drawn at least once. */
const least = 40;

/** Nothing is drawn, and so nothing is drawn again when time goes on. */
export function Clock(): null {
  const playing = useSetup((setup) => setup.playing);
  const moment = useSetup((setup) => (setup.playing ? setup.moment : null));
  const { speed, slow } = usePreferences();
  useEffect(() => {
    const view = stageView();
    if (!playing || view === null) return;
    const at = settle(view, moment);
    const timer = setTimeout(step, Math.max(least, duration(view, at, slow) / factor(speed)));
    return () => clearTimeout(timer);
  }, [playing, moment, speed, slow]);
  return null;
}

function step(): void {
  const view = stageView();
  const { moment, look, play } = useSetup.getState();
  if (view === null) return;
  const next = nextMoment(view, settle(view, moment), usePreferences.getState().slow);
  if (next) return look(next);
  play(false);
  if (live.get()) look(null);
}
