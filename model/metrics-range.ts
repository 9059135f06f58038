/**
 * Decides the buckets of a metrics request. A range holds the buckets from the one that its start is in to those that
 * begin before its end, aligned to multiples of the step since 1970 (UTC), so that a day has 288 buckets of 5 minutes.
 */

/** Steps in seconds, smallest first. Each divides a day. */
export const METRIC_STEPS = [300, 1_800, 7_200, 86_400] as const;
export type MetricStep = (typeof METRIC_STEPS)[number];

/** The step that is chosen for a range makes at most as many buckets, as wide as a plot. */
const CHOSEN_BUCKETS = 600;
const MAX_BUCKETS = 2_000;
const MAX_DAYS = 400;
const DAY_SECONDS = 86_400;
/** Length of a range without a start. */
const DEFAULT_SECONDS = DAY_SECONDS;

export interface MetricRange {
  /** Beginning of the first bucket, Unix seconds. */
  from: number;
  /** Unix seconds; every bucket begins before it. */
  until: number;
  step: MetricStep;
}

export interface WantedRange {
  /** Unix seconds. Default: a day before the end. */
  start?: number | undefined;
  /** Unix seconds. Default: now. */
  end?: number | undefined;
  /** Default: the smallest with at most 600 buckets. */
  step?: MetricStep | undefined;
}

/** Returns the range, or which parameter is at fault and why. `now` is in Unix seconds. */
export function decideMetricRange(wanted: WantedRange, now: number): MetricRange | { at: 'start' | 'step'; why: string } {
  const { end = now } = wanted;
  const start = wanted.start ?? Math.max(0, end - DEFAULT_SECONDS);
  if (start > end) return { at: 'start', why: 'Must not be after the end, which is now by default.' };
  if (end - start > MAX_DAYS * DAY_SECONDS) return { at: 'start', why: `Must be at most ${MAX_DAYS} days before the end.` };
  const step = wanted.step ?? METRIC_STEPS.find((one) => countBuckets(start, end, one) <= CHOSEN_BUCKETS) ?? DAY_SECONDS;
  const count = countBuckets(start, end, step);
  if (count > MAX_BUCKETS)
    return { at: 'step', why: `Must be larger: this one makes ${count} buckets, and at most ${MAX_BUCKETS} are allowed.` };
  return { from: Math.floor(start / step) * step, until: end, step };
}

function countBuckets(start: number, end: number, step: MetricStep): number {
  return Math.max(0, Math.ceil(end / step) - Math.floor(start / step));
}
