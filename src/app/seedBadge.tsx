/** The seed of the task on stage; pressing it copies it, to be typed elsewhere. */
import { useRef } from 'react';
import type { Task } from '../worlds/index.ts';
import { useCopied } from './copied.ts';
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
  const [copied, copy] = useCopied(String(seed), () => {
    if (badge.current) getSelection()?.selectAllChildren(badge.current);
  });
  if (seed === null) return null;

  return (
    <>
      <Hint text={strings.strip.copySeed}>
        <button ref={badge} type="button" className="strip-seed" onClick={() => void copy()}>
          {strings.strip.seed(seed)}
        </button>
      </Hint>
      {copied !== null && (
        <span className="help" role="status">
          {copied ? strings.share.link.copied : strings.share.link.copyFailed}
        </span>
      )}
    </>
  );
}
