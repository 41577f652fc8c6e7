/** Which of the dialogs about runs is open, and what there is to say about what was just opened. */
import type { LinkProblem } from '../../experiment/links/error.ts';
import type { TransferProblem } from '../../experiment/transfer/error.ts';
import { source } from '../source.ts';
import type { Foreign } from './foreign.ts';

type Panel = 'runs' | 'share' | 'contents' | null;

export const panel = source<Panel>(null);

/** What came from outside, for as long as it is news. */
export type Arrival =
  | { readonly kind: 'link'; readonly text: string; readonly thoughts: boolean }
  /** the last one is on stage */
  | { readonly kind: 'file'; readonly names: readonly string[] }
  | { readonly kind: 'badLink'; readonly problem: LinkProblem; readonly message: string }
  | { readonly kind: 'badFile'; readonly problem: TransferProblem | Foreign; readonly message: string; readonly name: string };

export const arrival = source<Arrival | null>(null);

/** The tree that came on stage before its end, say because its tab was closed. */
export const cutOff = source<string | null>(null);
