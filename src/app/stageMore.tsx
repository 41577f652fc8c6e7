/** What stands with the board where there is room, and on a phone after all else: tools, the exact text, results side by side. */
import type { MouseEvent } from 'react';
import type { TrialView } from '../trial/fold.ts';
import { WhatIfButton } from './branches/parts.tsx';
import { HandTools } from './hand/tools.tsx';
import { Versus } from './hand/versus.tsx';
import { useRead } from './playback/here.ts';
import { Reader } from './reader.tsx';

export function StageMore({ view }: { readonly view: TrialView }) {
  const { at } = useRead(view);
  if (view.episodes.length === 0) return null;
  return (
    <div className="more">
      <div className="more-card">
        <div onClick={toStage}>
          <HandTools view={view}>
            <WhatIfButton />
          </HandTools>
        </div>
        <Reader view={view} at={at} />
      </div>
      <Versus view={view} />
    </div>
  );
}

/** What is pressed here happens on the board, which is further up. */
function toStage({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('button')) document.getElementById('stage')?.scrollIntoView();
}
