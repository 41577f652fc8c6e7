/** What went wrong in the page's words, and below it what only the program says of it. */
import type { Told } from './trouble.ts';

export function ToldText({ words, details }: Told) {
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
