/**
 * A text to pass on: whole in a field that selects it, and copied by a button. Where the browser refuses to copy, it stands selected and that is
 * said. What was said of one text is not said of the next.
 */
import { useRef } from 'react';
import { useCopied } from '../copied.ts';
import { Icon, type IconName } from '../icons.tsx';
import { useStrings } from '../preferences.ts';
import './share.css';

interface Props {
  readonly value: string;
  /** for screen readers */
  readonly name: string;
  readonly button: string;
  readonly icon: IconName;
  /** said until it is copied */
  readonly foot: string;
}

export function CopyField({ value, name, button, icon, foot }: Props) {
  const text = useStrings().share.link;
  const field = useRef<HTMLInputElement>(null);
  const [copied, copy] = useCopied(value, () => field.current?.select());

  return (
    <>
      <div className="row">
        <input ref={field} className="control mono grow" readOnly aria-label={name} value={value} onFocus={(event) => event.target.select()} />
        <button type="button" className="button button-main share-copy" onClick={() => void copy()}>
          <Icon name={icon} />
          {button}
        </button>
      </div>
      <p className="help" role="status">
        {copied === null ? foot : copied ? text.copied : text.copyFailed}
      </p>
    </>
  );
}
