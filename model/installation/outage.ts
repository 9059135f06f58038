/**
 * Detects outages of a service.
 *
 * The service records a beat once a minute. A gap between two beats that is too long for a restart, an update or a slow minute is an
 * outage. Deadlines of customers are postponed by the length of the outage.
 */
import { minutes } from '../time/clock.ts';

export const BEAT_EVERY_MS = minutes(1);

/** Longest gap between two beats that does not count as an outage. */
export const MAX_GAP_MS = minutes(5);

export interface Outage {
  /** Last beat before the outage. */
  since: Date;
  until: Date;
}

/** Returns the outage that lasts until `now`, or `null` if there is none. */
export function outageAt(lastBeat: Date, now: Date): Outage | null {
  return now.getTime() - lastBeat.getTime() > MAX_GAP_MS ? { since: lastBeat, until: now } : null;
}
