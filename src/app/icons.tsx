/** The page's few icons, drawn on a 16 × 16 grid. Decoration only: the words stand beside them or in a label. */
import type { ReactNode } from 'react';

const solid = { fill: 'currentColor', stroke: 'none' } as const;

const shapes = {
  play: <path {...solid} d="M4.5 2.6v10.8a.6.6 0 0 0 .9.5l8.6-5.4a.6.6 0 0 0 0-1L5.4 2.1a.6.6 0 0 0-.9.5z" />,
  pause: <path {...solid} d="M4 2.5h2.8v11H4zM9.2 2.5H12v11H9.2z" />,
  stop: <rect {...solid} x="3.2" y="3.2" width="9.6" height="9.6" rx="1.2" />,
  first: <path d="M4 3v10M12.5 3.5L7 8l5.5 4.5" />,
  last: <path d="M12 3v10M3.5 3.5L9 8l-5.5 4.5" />,
  previous: <path d="M10.5 3L5.5 8l5 5" />,
  next: <path d="M5.5 3l5 5-5 5" />,
  won: <path d="M2.8 8.6l3.4 3.4 7-7.6" />,
  dead: <path d="M3.5 3.5l9 9m0-9l-9 9" />,
  worse: <path d="M2.5 9.6c1.8-4 3.7-4 5.5-1.6s3.7 2.4 5.5-1.6" />,
  wasted: <path d="M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z" />,
  turns: <path d="M4 2.5h8M4 13.5h8M5 2.8c0 3.4 6 6.9 6 10.4M11 2.8c0 3.4-6 6.9-6 10.4" />,
  note: <path d="M3 2.5h10v8l-3 3H3zM10 13.5v-3h3M5.5 5.6h5M5.5 8.2h3" />,
  edit: <path d="M3 13l.7-3L10.6 3a1.4 1.4 0 0 1 2 0l.4.4a1.4 1.4 0 0 1 0 2L6 12.3zM9.2 4.4l2.4 2.4" />,
  lift: <path d="M2.5 13.5h11M4 11V8.5M8 11V5.5M12 11V2.5" />,
  up: <path d="M8 13.5v-11M3.5 7L8 2.5 12.5 7" />,
  down: <path d="M8 2.5v11M3.5 9L8 13.5 12.5 9" />,
  left: <path d="M13.5 8h-11M7 3.5L2.5 8 7 12.5" />,
  right: <path d="M2.5 8h11M9 3.5L13.5 8 9 12.5" />,
  recalled: <path d="M3 6.5h7.2a3.3 3.3 0 0 1 0 6.6H7M6 3L2.6 6.5 6 10" />,
  repeated: <path d="M13 6.2A5.4 5.4 0 1 0 13.4 9M13.4 2.8v3.6H9.8" />,
  invalid: <path d="M8 2.6v6.6M8 12.6v.4" />,
  reward: <path d="M8 3v10M3 8h10" />,
  slow: <path d="M3 3v10M7 4.5l6 3.5-6 3.5z" />,
  full: <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />,
  filter: <path d="M2.5 3.5h11L9.4 8.4v4.4l-2.8-1.6V8.4z" />,
  truth: <path d="M1.6 8s2.4-4.4 6.4-4.4S14.4 8 14.4 8 12 12.4 8 12.4 1.6 8 1.6 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z" />,
  tokens: <path d="M2 5h5v6H2zM9.5 5H14v6H9.5z" />,
  wall: <path d="M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h4v4h-4z" />,
  flag: <path d="M4.5 14V2.5l7.5 3.2-7.5 3.3" />,
  hand: <path d="M5.2 8.2V3.6a1 1 0 0 1 2 0v3.6M7.2 7V2.7a1 1 0 0 1 2 0V7M9.2 7.2V3.7a1 1 0 0 1 2 0v5.8c0 2.4-1.5 4-3.7 4-1.8 0-2.8-.8-3.7-2.3L2.4 8.7c-.4-.8.7-1.5 1.3-.8l1.5 1.6" />,
  redo: <path d="M13 6.5H5.8a3.3 3.3 0 0 0 0 6.6H9M10 3l3.4 3.5L10 10" />,
  draw: <path d="M3 13l.7-3L10.6 3.1a1.2 1.2 0 0 1 1.7 0l.6.6a1.2 1.2 0 0 1 0 1.7L6 12.3z" />,
  lesson: <path d="M8 4.2C6.6 3 4.6 2.7 2.2 2.8v9.4c2.4-.1 4.4.2 5.8 1.4 1.4-1.2 3.4-1.5 5.8-1.4V2.8C11.4 2.7 9.4 3 8 4.2zM8 4.2v9.4" />,
  help: <path d="M5.6 6a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1 .8-1 1.6M8 12.6v.4" />,
  branch: <path d="M4.5 4.6v6.8M4.5 8.5h4.2a3 3 0 0 0 3-3v-.9M4.5 1.6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM11.7 1.6a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM4.5 11.4a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z" />,
  compare: <path d="M2.5 3.5h4.5v9h-4.5zM9 3.5h4.5v9H9z" />,
  remove: <path d="M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9" />,
  link: <path d="M6.8 9.2a2.6 2.6 0 0 0 3.9.3l2-2a2.6 2.6 0 0 0-3.7-3.7l-1 1M9.2 6.8a2.6 2.6 0 0 0-3.9-.3l-2 2a2.6 2.6 0 0 0 3.7 3.7l1-1" />,
  file: <path d="M4 2h5.2L12.5 5.3V14H4zM9 2.2V5.5h3.3" />,
  share: <path d="M8 9.5V2M5.2 4.4L8 1.8l2.8 2.6M4.5 7H3.2v7h9.6V7h-1.3" />,
  runs: <path d="M2.5 4h11v2.5h-11zM3.5 6.5V13h9V6.5M6.5 9h3" />,
  save: <path d="M8 2v7.5M5.2 7.2L8 9.8l2.8-2.6M2.8 11v2.5h10.4V11" />,
  search: <path d="M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3L14 14" />,
  close: <path d="M3.5 3.5l9 9m0-9l-9 9" />,
  system: <path d="M8 2.2a5.8 5.8 0 1 0 0 11.6zM8 2.2a5.8 5.8 0 0 1 0 11.6z" />,
  light: <path d="M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.4M8 13.6V15M1 8h1.4M13.6 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />,
  lecture: <path d="M2 3h12v7.5H2zM8 10.5v3M5 13.5h6" />,
  dark: <path d="M13.4 9.6A5.8 5.8 0 0 1 6.4 2.6a5.8 5.8 0 1 0 7 7z" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** The lines alone, for a drawing of its own. */
export function IconLines({ name }: { readonly name: IconName }) {
  return shapes[name];
}

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
      {shapes[name]}
    </svg>
  );
}

/** Two boards joined by a note. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden>
      <rect fill="currentColor" x="2" y="6" width="12" height="12" rx="2.5" />
      <path fill="var(--memory)" d="M19 4h11v2.5H19zM19 9h11v2.5H19zM19 14h7v2.5h-7zM6.8 20.5h2.4V24H14v2.4H6.8z" />
      <rect fill="currentColor" x="18" y="20" width="10" height="10" rx="2.5" />
    </svg>
  );
}
