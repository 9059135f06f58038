/** When a mail that could not be sent is tried again, and when it is given up. */
import { hours, minutes } from '../clock.ts';

/** After the first, second ... try: receivers that defer unknown senders want minutes, a broken server hours. */
export const PAUSES_MS = [minutes(1), minutes(5), minutes(20), hours(1), hours(3), hours(8), hours(16), hours(24)];

export const MOST_TRIES = PAUSES_MS.length;
