/** A dialog of the browser's own: it keeps the focus, and Escape or a press beside it close it. */
import { useEffect, useRef, type ReactNode } from 'react';

interface ModalProps {
  readonly open: boolean;
  /** its name, or the id of what names it */
  readonly label?: string;
  readonly labelledBy?: string;
  /** by whatever way it was closed */
  readonly onClose: () => void;
  /** there while it is open */
  readonly children: ReactNode;
}

export function Modal({ open, label, labelledBy, onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!open) return;
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={label}
      aria-labelledby={labelledBy}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && children}
    </dialog>
  );
}
