/**
 * Decides the buckets of a metrics request.
 *
 * A range begins with the bucket that contains its start, and ends with the last bucket that begins before its end. Buckets are aligned to
 * multiples of the step since 1970 (UTC), so a day has 288 buckets of 5 minutes.
 */

/** Steps in seconds, smallest first. Each divides a day. */
export const METRIC_STEPS = [300, 1_800, 7_200, 86_400] as const;
export type MetricStep = (typeof METRIC_STEPS)[number];

/** Maximum number of buckets for a step chosen by default. It matches the width of a chart. */
const CHOSEN_BUCKETS = 600;
const MAX_BUCKETS = 2_000;
const MAX_DAYS = 400;
const DAY_SECONDS = 86_400;
/** Default length of a range, in seconds. */
const DEFAULT_SECONDS = DAY_SECONDS;

export interface MetricRange {
  /** Start of the first bucket, in Unix seconds. */
  from: number;
  /** End of the range in Unix seconds, exclusive. Every bucket begins before it. */
  until: number;
  step: MetricStep;
}

export interface RangeRequest {
  /** Start in Unix seconds, by default one day before the end. */
  start?: number | undefined;
  /** End in Unix seconds, by default now. */
  end?: number | undefined;
  /** Step in seconds, by default the smallest step with at most 600 buckets. */
  step?: MetricStep | undefined;
}

/** Returns the range, or the invalid parameter and the reason. `now` is in Unix seconds. */
export function decideMetricRange(request: RangeRequest, now: number): MetricRange | { at: 'start' | 'step'; why: string } {
  const { end = now } = request;
  const start = request.start ?? Math.max(0, end - DEFAULT_SECONDS);
  if (start > end) return { at: 'start', why: 'Must not be after the end, which is now by default.' };
  if (end - start > MAX_DAYS * DAY_SECONDS) return { at: 'start', why: `Must be at most ${MAX_DAYS} days before the end.` };
  const step = request.step ?? METRIC_STEPS.find((one) => countBuckets(start, end, one) <= CHOSEN_BUCKETS) ?? DAY_SECONDS;
  const count = countBuckets(start, end, step);
  if (count > MAX_BUCKETS)
    return { at: 'step', why: `Must be larger: this one makes ${count} buckets, and at most ${MAX_BUCKETS} are allowed.` };
  return { from: Math.floor(start / step) * step, until: end, step };
}

function countBuckets(start: number, end: number, step: MetricStep): number {
  return Math.max(0, Math.ceil(end / step) - Math.floor(start / step));
}
