/** When a DNS server is told again what it was not told. */
import { hours, minutes, seconds } from './clock.ts';

/** A restart of the server is over in seconds; nobody waits for more than 5 minutes after an outage. */
const AWAY_MS = [seconds(5), seconds(10), seconds(30), minutes(1), minutes(2), minutes(5)];
/** A refusal seldom ends by itself. */
const REFUSED_MS = [minutes(1), minutes(5), minutes(30), hours(1), hours(6)];

const after = (pauses: readonly number[]) => (tries: number) => pauses[Math.min(Math.max(tries, 1), pauses.length) - 1] ?? 0;

/** `tries`: in vain so far, at least 1. */
export const pauseWhileAway = after(AWAY_MS);
export const pauseOfRefused = after(REFUSED_MS);
