/** What went wrong in the page's words, and below it what only the program says of it. */
import type { ErrorInWords } from './trouble.ts';

export function ErrorText({ words, details }: ErrorInWords) {
  return (
    <>
      {words}
      {details !== null && (
        <span className="problem-details" lang="en">
          {details}
        </span>
      )}
    </>
  );
}
