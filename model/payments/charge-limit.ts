/** How often a saved card may be charged for one order before somebody has to pay by hand. */
import { days } from '../clock.ts';

const MOST_TRIES = 8;
const WITHIN_MS = days(14);

export interface CardTry {
  at: Date;
  hardDecline: boolean;
}

/** Pauses after the first, second, ... failed try: seven of them fill the 14 days. */
const PAUSES_MS = [1, 1, 2, 2, 2, 3, 3].map((n) => days(n));

export type MayCharge = { may: true } | { may: false; why: 'hard_decline' | 'too_many_tries' | 'too_soon'; until?: Date };

/** Whether the card may be tried once more now. `tries`: all of this order, in any order. */
export function mayCharge(tries: readonly CardTry[], now: Date): MayCharge {
  if (tries.some(({ hardDecline }) => hardDecline)) return { may: false, why: 'hard_decline' };
  const times = tries.map(({ at }) => at.getTime()).toSorted((a, b) => a - b);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return { may: true };
  if (times.length >= MOST_TRIES || now.getTime() - first > WITHIN_MS) return { may: false, why: 'too_many_tries' };
  const next = last + (PAUSES_MS[times.length - 1] ?? 0);
  return next > now.getTime() ? { may: false, why: 'too_soon', until: new Date(next) } : { may: true };
}
