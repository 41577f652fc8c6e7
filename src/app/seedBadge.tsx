/** The seed of the task on stage; pressing it copies it, to be typed elsewhere. */
import { useRef, useState } from 'react';
import type { Task } from '../worlds/index.ts';
import { Hint } from './hint.tsx';
import { useStrings } from './preferences.ts';
import { useSeed } from './seed.ts';

interface SeedBadgeProps {
  readonly task: Task;
  /** its number among those that were run together */
  readonly trial: number;
}

export function SeedBadge({ task, trial }: SeedBadgeProps) {
  const strings = useStrings();
  const seed = useSeed(task, trial);
  const badge = useRef<HTMLButtonElement>(null);
  const [tried, setTried] = useState<{ readonly seed: number; readonly copied: boolean } | null>(null);
  if (seed === null) return null;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(String(seed));
      setTried({ seed, copied: true });
    } catch {
      if (badge.current) getSelection()?.selectAllChildren(badge.current);
      setTried({ seed, copied: false });
    }
  };

  return (
    <>
      <Hint text={strings.strip.copySeed}>
        <button ref={badge} type="button" className="strip-seed" onClick={() => void copy()}>
          {strings.strip.seed(seed)}
        </button>
      </Hint>
      {tried?.seed === seed && (
        <span className="help" role="status">
          {tried.copied ? strings.share.link.copied : strings.share.link.copyFailed}
        </span>
      )}
    </>
  );
}
