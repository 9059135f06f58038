/** Delays before a failed mail is retried, and the number of attempts. */
import { hours, minutes } from '../time/clock.ts';

/** Delays after the first, second and further attempts. Receivers that defer unknown senders need minutes, a broken server needs hours. */
export const PAUSES_MS = [minutes(1), minutes(5), minutes(20), hours(1), hours(3), hours(8), hours(16), hours(24)];

export const MAX_ATTEMPTS = PAUSES_MS.length;
