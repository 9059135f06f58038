/** Limits the lines of the log about what others cause. A flood of refused connections must not fill it. */

const REPORT_EVERY_MS = 60_000;

/** Returns a function that reports the first event at once, and later at most one a minute, with the number of events since the last. */
export function sparseReport<Event>(report: (latest: Event, times: number) => void): (latest: Event) => void {
  let times = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (latest) => {
    times += 1;
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    report(latest, times);
    times = 0;
    reportedAt = performance.now();
  };
}
