/** Limits for charging a saved card for one order, before a person must pay by hand. */
import { days } from '../time/clock.ts';

const MAX_ATTEMPTS = 8;
const WITHIN_MS = days(14);

/** Time in milliseconds that a transfer may take, over a weekend with holidays. The card does not take its order away before. */
const TRANSFER_MS = days(5);

/** Time in milliseconds before the end of all tries at which the card waits for no transfer, so that one try is left. */
const LAST_TRY_MS = days(1);

export interface CardAttempt {
  at: Date;
  hardDecline: boolean;
}

/** Delays after the first, second and further failed attempts. The seven delays add up to 14 days. */
const PAUSES_MS = [1, 1, 2, 2, 2, 3, 3].map((n) => days(n));

export type ChargeDecision = { may: true } | { may: false; why: 'hard_decline' | 'too_many_tries' | 'too_soon'; until?: Date };

/** Returns whether the card may be charged once more now. `tries` are all attempts for this order, in any order. */
export function decideCharge(tries: readonly CardAttempt[], now: Date): ChargeDecision {
  if (tries.some(({ hardDecline }) => hardDecline)) return { may: false, why: 'hard_decline' };
  const times = tries.map(({ at }) => at.getTime()).toSorted((a, b) => a - b);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return { may: true };
  if (times.length >= MAX_ATTEMPTS || now.getTime() - first > WITHIN_MS) return { may: false, why: 'too_many_tries' };
  const next = last + (PAUSES_MS[times.length - 1] ?? 0);
  return next > now.getTime() ? { may: false, why: 'too_soon', until: new Date(next) } : { may: true };
}

/**
 * Returns until when the card waits for a transfer that was asked for at this time, or `undefined` if it waits no longer. `tries` are all
 * attempts for this order.
 */
export function awaitedTransfer(
  askedAt: Date | undefined,
  tries: readonly Pick<CardAttempt, 'at'>[],
  now: Date,
): Date | undefined {
  if (!askedAt) return undefined;
  const first = Math.min(...tries.map(({ at }) => at.getTime()));
  const until = new Date(Math.min(askedAt.getTime() + TRANSFER_MS, first + WITHIN_MS - LAST_TRY_MS));
  return until > now ? until : undefined;
}
