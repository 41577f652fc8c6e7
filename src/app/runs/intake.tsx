/** Files and links that are dropped on the page, wherever, or pasted into it. */
import { useEffect, useState } from 'react';
import { hasLink, meansLink } from '../../experiment/links/address.ts';
import { Icon } from '../icons.tsx';
import { unawaited } from '../log.ts';
import { usePreferences, useStrings } from '../preferences.ts';
import { openFiles, openLink } from './open.ts';
import { tables } from '../strings/index.ts';
import { arrival, panel } from './panels.ts';

export function Intake() {
  const { runs: text } = useStrings();
  const [over, setOver] = useState(false);
  useEffect(() => {
    // A drag enters and leaves every element on its way; silence ends it. Where nothing moves, browsers say every half second that it is over the page.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(() => setOver(false), 800);
    };
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      clearTimeout(timer);
      setOver(false);
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      take(files);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || target?.closest('input, textarea, [contenteditable]')) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const pasted = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (files.length > 0) take(files);
      else if (hasLink(pasted) || isOwnAddress(pasted)) link(pasted);
      else if (/^\{\s*"(fieldnotes|type)"/.test(pasted)) take([new File([pasted], text.unnamed, { type: 'application/json' })]);
      else return void level(event, pasted);
      event.preventDefault();
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [text]);
  if (!over) return null;
  return (
    <div className="drop" aria-hidden>
      <p>
        <Icon name="file" />
        {text.drop}
      </p>
    </div>
  );
}

function take(files: readonly File[]): void {
  panel.set(null);
  unawaited(openFiles(files));
}

/** A level is pasted on the drawing board, which takes it where it is open; elsewhere it is told so. */
async function level(event: ClipboardEvent, text: string): Promise<void> {
  const { foreignKind } = await import('./foreign.ts');
  if (event.defaultPrevented || foreignKind(new TextEncoder().encode(text)) !== 'level') return;
  const { language } = usePreferences.getState();
  arrival.set({ kind: 'badFile', problem: 'level', message: '', name: tables[language].arrival.pasted });
}

function link(text: string): void {
  panel.set(null);
  unawaited(openLink(text));
}

/** An address of this page with something after it that was a link once. */
function isOwnAddress(text: string): boolean {
  const at = text.indexOf('#');
  return at > 0 && text.slice(0, at).startsWith(`${location.origin}${location.pathname}`) && meansLink(text.slice(at));
}
