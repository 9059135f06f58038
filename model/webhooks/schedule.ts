/** When a delivery that failed is tried again, how long what was delivered stays in the log, and how much of it. */
import { days, hours, minutes, seconds } from '../clock.ts';

/**
 * After the first, second ... try. Their sum is 3 days less what jitter takes away, and the last one is how long the result of the last
 * try is waited for. The first is longer than a try may take, so that one that goes on is never begun twice.
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

export const MOST_TRIES = PAUSES_MS.length;

/** A pause is shortened by up to this share, at random, so that what failed together does not come again together. */
export const JITTER = 0.2;

/** A receiver may ask for a longer pause (`Retry-After`), but not beyond this from the first try on. */
export const MOST_WAIT_MS = days(3);

/** A receiver that needs longer than this shares its places with those that fail (fair-choice.ts). */
export const SLOW_MS = seconds(2);

/** Deliveries of a webhook that wait; events beyond them stay in the account's events, and follow when there is room. */
export const MOST_PENDING = 1_000;

/** Tries that a delivery shows, the latest. */
export const TRIES_SHOWN = 20;
