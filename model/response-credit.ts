/** What is credited for an answer that came too late. */
import type { Cents } from './money.ts';
import { boundary } from './pricing/period.ts';

/** When the staff is told: what is then left of the time is a quarter of it. */
export const WARN_AFTER = 0.75;

/** What a plan promises, of the net price of a month; rounded down. */
export function promisedCredit(monthPrice: Cents, percentage: number): Cents {
  return (monthPrice * BigInt(percentage)) / 100n;
}

export interface Miss {
  promised: Cents;
  /** Net cents. */
  monthPrice: Cents;
  /** Since when the account has had this plan. */
  servedSince: Date;
  dueAt: Date;
  /** What the account was credited for answers that were due less than a month before. */
  credited: Cents;
}

/**
 * What is credited: no more than the plan has cost, in the month before the answer was due, as far as it served in it. So who buys a plan, asks
 * much and cancels it has not earned anything, whatever is refunded.
 */
export function creditOf({ promised, monthPrice, servedSince, dueAt, credited }: Miss): Cents {
  const monthAgo = monthBefore(dueAt).getTime();
  const served = Math.max(0, dueAt.getTime() - Math.max(monthAgo, servedSince.getTime()));
  const left = (monthPrice * BigInt(served)) / BigInt(dueAt.getTime() - monthAgo) - credited;
  if (left <= 0n) return 0n;
  return left < promised ? left : promised;
}

/** The same day of the month before, or its last. */
export const monthBefore = (at: Date): Date => boundary(at, -1);
