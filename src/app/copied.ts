/** Copying a text, and what came of it; what came of one text is not told of the next. */
import { useState } from 'react';

/**
 * @param refused called where the browser does not copy: the text can be selected instead
 * @returns whether this text was copied (null: nobody tried), and what copies it
 */
export function useCopied(value: string, refused: () => void): readonly [copied: boolean | null, copy: () => Promise<void>] {
  const [tried, setTried] = useState<{ readonly value: string; readonly copied: boolean } | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setTried({ value, copied: true });
    } catch {
      refused();
      setTried({ value, copied: false });
    }
  };
  return [tried?.value === value ? tried.copied : null, copy];
}
