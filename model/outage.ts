/**
 * Whether a service was away. It records once a minute that it is there (its beat). A gap between two beats that is too long for
 * a restart, an update or a slow minute is an outage, and the deadlines of customers are postponed by as long.
 */
import { minutes } from './clock.ts';

export const BEAT_EVERY_MS = minutes(1);

/** The longest gap that does not count as an outage. */
export const LONGEST_GAP_MS = minutes(5);

export interface Outage {
  /** The last beat before it. */
  since: Date;
  until: Date;
}

/** The outage that a beat at `now` ends, and that a look at `now` sees going on; null when there is none. */
export function outageAt(lastBeat: Date, now: Date): Outage | null {
  return now.getTime() - lastBeat.getTime() > LONGEST_GAP_MS ? { since: lastBeat, until: now } : null;
}
