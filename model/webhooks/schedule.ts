/** Delays between delivery attempts, and limits of deliveries and their log. */
import { days, hours, minutes, seconds } from '../time/clock.ts';

/**
 * Delays after the first, second and further attempts.
 *
 * Their sum is 3 days, less jitter. The last delay is the time to wait for the result of the last attempt. The first delay is longer than
 * an attempt may take, so that an active attempt is never started twice.
 */
export const PAUSES_MS = [
  seconds(30),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(20),
  minutes(1),
];

export const MAX_ATTEMPTS = PAUSES_MS.length;

/** Maximum share by which a delay is shortened at random, so that deliveries that failed together are not retried together. */
export const JITTER = 0.2;

/** Limit of the total delay since the first attempt that a receiver may request with `Retry-After`. */
export const MAX_WAIT_MS = days(3);

/** Duration above which a receiver counts as slow and shares its slots with failing receivers (fair-choice.ts). */
export const SLOW_MS = seconds(2);

/** Maximum number of pending deliveries of a webhook. Further events stay in the account's events and follow when there is room. */
export const MAX_PENDING = 1_000;

/** Number of attempts that a delivery shows, latest first. */
export const TRIES_SHOWN = 20;
