/** What changing the price of a service costs for the rest of the period that is paid already. */
import type { Cents } from '../money.ts';
import { addMonths } from './period.ts';

export interface PriceChange {
  /** Net, of a whole billing cycle, before and after. */
  from: Cents;
  to: Cents;
  /** Of a billing cycle. */
  months: number;
  /** Until when it is paid. */
  expiresAt: Date;
  now: Date;
}

/**
 * Net; negative: a refund. The difference of a cycle, by the seconds that are left of those that the cycle has, rounded half
 * away from zero, once. Several cycles paid ahead count in full; what has expired costs nothing more.
 */
export function proratedChange({ from, to, months, expiresAt, now }: PriceChange): Cents {
  const left = secondsBetween(now, expiresAt);
  if (left <= 0n) return 0n;
  const cycle = secondsBetween(addMonths(expiresAt, -months), expiresAt);
  return dividedRounded((to - from) * left, cycle);
}

function secondsBetween(from: Date, to: Date): bigint {
  return BigInt(Math.floor((to.getTime() - from.getTime()) / 1000));
}

function dividedRounded(amount: bigint, by: bigint): bigint {
  const half = by / 2n;
  return amount >= 0n ? (amount + half) / by : -((-amount + half) / by);
}
