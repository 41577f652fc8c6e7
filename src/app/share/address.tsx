/**
 * An address to pass on: whole in a field that selects it, and copied by a button. Where the browser refuses to copy, it stands selected and
 * that is said. What was said of one address is not said of the next.
 */
import { useRef, useState } from 'react';
import { Icon } from '../icons.tsx';
import { usePreferences, useStrings } from '../preferences.ts';
import './share.css';

interface Props {
  readonly address: string;
  /** said until it is copied */
  readonly foot: (characters: string) => string;
}

export function Address({ address, foot }: Props) {
  const text = useStrings().share.link;
  const { language } = usePreferences();
  const field = useRef<HTMLInputElement>(null);
  const [tried, setTried] = useState({ address: '', copied: false });

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      setTried({ address, copied: true });
    } catch {
      field.current?.select();
      setTried({ address, copied: false });
    }
  };

  return (
    <>
      <div className="row">
        <input ref={field} className="control mono grow" readOnly aria-label={text.address} value={address} onFocus={(event) => event.target.select()} />
        <button type="button" className="button button-main share-copy" onClick={() => void copy()}>
          <Icon name="link" />
          {text.copy}
        </button>
      </div>
      <p className="help" role="status">
        {tried.address !== address ? foot(address.length.toLocaleString(language)) : tried.copied ? text.copied : text.copyFailed}
      </p>
    </>
  );
}
