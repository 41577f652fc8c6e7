/** How to read what is on the page, lessons, and the papers' words. What is in it is fetched when it is opened. */
import { lazy, memo, Suspense } from 'react';
import { Modal } from './modal.tsx';
import { useStrings } from './preferences.ts';
import { useSetup } from './setup.ts';

const HelpContent = lazy(() => import('./lessons/helpContent.tsx').then(({ HelpContent }) => ({ default: HelpContent })));

export const Help = memo(function Help() {
  const strings = useStrings();
  const open = useSetup((setup) => setup.help);
  const show = useSetup((setup) => setup.show);
  const close = (): void => show({ help: false });
  return (
    <Modal open={open} label={strings.help.short} onClose={close}>
      <Suspense fallback={<p className="dialog-body">{strings.doors.opening}</p>}>
        <HelpContent onClose={close} />
      </Suspense>
    </Modal>
  );
});
