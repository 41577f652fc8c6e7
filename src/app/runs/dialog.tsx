/** A dialog with its title and a way out. */
import { useId, type ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { Modal } from '../modal.tsx';
import { useStrings } from '../preferences.ts';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, close, children }: DialogProps) {
  const strings = useStrings();
  const id = useId();
  return (
    <Modal open labelledBy={id} onClose={close}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="button button-quiet button-icon" aria-label={strings.runs.close} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </Modal>
  );
}
