/** Files and links that are dropped on the page, wherever, or pasted into it. */
import { useEffect, useState } from 'react';
import { Icon } from '../icons.tsx';
import { unawaited } from '../log.ts';
import { useStrings } from '../preferences.ts';
import { openFile, openLink } from './open.ts';
import { panel } from './panels.ts';

export function Intake() {
  const { runs: text } = useStrings();
  const [over, setOver] = useState(false);
  useEffect(() => {
    // A drag enters and leaves every element on its way; silence ends it.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onDragOver = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
      clearTimeout(timer);
      timer = setTimeout(() => setOver(false), 250);
    };
    const onDrop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files.item(0);
      clearTimeout(timer);
      setOver(false);
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      take(file);
    };
    const onPaste = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || target?.closest('input, textarea, [contenteditable]')) return;
      const file = event.clipboardData?.files.item(0);
      const pasted = event.clipboardData?.getData('text/plain').trim() ?? '';
      if (file) take(file);
      else if (/(^|#)v\d+\./.test(pasted)) link(pasted);
      else if (/^\{\s*"(fieldnotes|type)"/.test(pasted)) take(new File([pasted], text.unnamed, { type: 'application/json' }));
      else return;
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

function take(file: File): void {
  panel.set(null);
  unawaited(openFile(file));
}

function link(text: string): void {
  panel.set(null);
  unawaited(openLink(text));
}
