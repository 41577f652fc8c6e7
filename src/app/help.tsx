/** How to read what is on the page, lessons, and the papers' words. A dialog of the browser's own; what is in it is fetched when it is opened. */
import { lazy, memo, Suspense, useEffect, useRef } from 'react';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

const HelpContent = lazy(() => import('./lessons/helpContent.tsx').then(({ HelpContent }) => ({ default: HelpContent })));

export const Help = memo(function Help() {
  const strings = useStrings();
  const open = useSetup((setup) => setup.help);
  const show = useSetup((setup) => setup.show);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = (): void => show({ help: false });
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={strings.help.short}
      onClose={close}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      {open && (
        <Suspense fallback={<p className="dialog-body">{strings.doors.opening}</p>}>
          <HelpContent onClose={close} />
        </Suspense>
      )}
    </dialog>
  );
});
