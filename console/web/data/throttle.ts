/** Returns a function that runs `act` `delayMs` after a call, and at most once per `intervalMs`. Calls in between are merged. */
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
