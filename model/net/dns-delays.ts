/** Delays before a failed update of a DNS server is retried. */
import { hours, minutes, seconds } from '../time/clock.ts';

/** The first delays cover a restart of the server, which takes seconds. The limit of 5 minutes bounds the wait after an outage. */
const UNAVAILABLE_DELAYS_MS = [seconds(5), seconds(10), seconds(30), minutes(1), minutes(2), minutes(5)];
/** Delays after a refusal, which seldom resolves itself. */
const REFUSAL_DELAYS_MS = [minutes(1), minutes(5), minutes(30), hours(1), hours(6)];

const delayAfter = (pauses: readonly number[]) => (tries: number) => pauses[Math.min(Math.max(tries, 1), pauses.length) - 1] ?? 0;

/** Returns the delay in milliseconds after `tries` failed attempts, at least 1. */
export const delayWhileUnavailable = delayAfter(UNAVAILABLE_DELAYS_MS);
export const delayAfterRefusal = delayAfter(REFUSAL_DELAYS_MS);
