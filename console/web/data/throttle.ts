/** Makes an act that runs `delayMs` after it was asked for, and not again within `intervalMs`. Requests meanwhile are one. */
export function throttle(act: () => void, { delayMs, intervalMs }: { delayMs: number; intervalMs: number }): () => void {
  let isDue = false;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(
      () => {
        isDue = false;
        last = performance.now();
        act();
      },
      Math.max(delayMs, last + intervalMs - performance.now()),
    );
  };
}
