/** Long work in steps of at most about a second: whoever takes them can pause between two, or leave the rest. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** All steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
