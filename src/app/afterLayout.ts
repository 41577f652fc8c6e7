/**
 * Once the frame under way has been laid out. Measuring costs nothing then; in an effect it would lay out the page in the middle of the
 * work, and the frame would do so once more.
 * @returns gives it up
 */
export function afterLayout(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
