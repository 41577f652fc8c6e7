/** What was thrown may be anything: as an error, and in words. */

export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

export function messageOf(thrown: unknown): string {
  return errorOf(thrown).message;
}
