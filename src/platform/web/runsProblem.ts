/** What can go wrong with storing, as one of a few problems that a person can be told. Nothing of the session is lost by any of them. */

export type StoreProblemKind =
  /** no room left on the device, or none allowed to this page */
  | 'full'
  /** the browser lets this page store nothing (a private window, blocked site data) */
  | 'forbidden'
  /** another tab with another version of the page holds the database */
  | 'blocked'
  /** written by a newer version of the page */
  | 'newer'
  /** the browser closed the database, say because site data were cleared */
  | 'lost'
  | 'failed';

const advice: Readonly<Record<StoreProblemKind, string>> = {
  full: 'There is no room left to save runs. Delete some, or save this one as a file.',
  forbidden: 'This browser window does not allow the page to save runs. What you make lasts as long as this tab; save it as a file.',
  blocked: 'Another tab has another version of this page open, so runs are not saved. Close it, or save this run as a file.',
  newer: 'Runs were saved by a newer version of this page. Reload to get it; until then nothing is saved.',
  lost: 'The place where runs are saved is gone: site data were deleted, or the browser closed it. Try again, or save this run as a file.',
  failed: 'Runs can not be saved.',
};

/** Whatever could not be saved stays in memory. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';
  constructor(
    readonly kind: StoreProblemKind,
    cause?: unknown,
  ) {
    super(kind === 'failed' && cause instanceof Error ? `${advice.failed} ${cause.message}` : advice[kind], { cause });
  }
}

/** What a browser calls it, and what it is. */
export function problemOf(error: unknown): StoreProblem {
  if (error instanceof StoreProblem) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const cause: unknown = error instanceof DOMException || error instanceof Error ? error.cause : undefined;
  switch (name) {
    case 'QuotaExceededError':
    case 'NS_ERROR_DOM_QUOTA_REACHED':
      return new StoreProblem('full', error);
    case 'SecurityError':
    case 'NotAllowedError':
    case 'ReferenceError':
      return new StoreProblem('forbidden', error);
    case 'VersionError':
      return new StoreProblem('newer', error);
    case 'InvalidStateError':
      return new StoreProblem('lost', error);
    case 'AbortError':
      return cause === undefined ? new StoreProblem('failed', error) : problemOf(cause);
    default:
      return new StoreProblem('failed', error);
  }
}

/** The same while a store is opened: whatever the browser calls it, this window stores nothing. */
export function problemOfOpening(error: unknown): StoreProblem {
  const problem = problemOf(error);
  return problem.kind === 'lost' || problem.kind === 'failed' ? new StoreProblem('forbidden', error) : problem;
}
