/** Computes the credit for a support answer that came too late. */
import type { Cents } from '../money/money.ts';
import { boundary } from '../pricing/period.ts';

/** Share of the response time after which the staff is warned. */
export const WARN_AFTER = 0.75;

/** Returns the credit that a plan promises, as a share of its net monthly price, rounded down. */
export function promisedCredit(monthPrice: Cents, percentage: number): Cents {
  return (monthPrice * BigInt(percentage)) / 100n;
}

export interface MissedTarget {
  promised: Cents;
  /** Net price per month in cents. */
  monthPrice: Cents;
  /** Time since which the account has had this plan. */
  servedSince: Date;
  dueAt: Date;
  /** Credits for answers that were due less than a month earlier. */
  credited: Cents;
}

/**
 * Returns the credit.
 *
 * The credit is at most the cost of the plan in the month before the answer was due. Only the time in which the account had the plan
 * counts. Buying a plan, asking many questions and cancelling therefore earns nothing, whatever is refunded.
 */
export function creditOf({ promised, monthPrice, servedSince, dueAt, credited }: MissedTarget): Cents {
  const monthAgo = monthBefore(dueAt).getTime();
  const served = Math.max(0, dueAt.getTime() - Math.max(monthAgo, servedSince.getTime()));
  const left = (monthPrice * BigInt(served)) / BigInt(dueAt.getTime() - monthAgo) - credited;
  if (left <= 0n) return 0n;
  return left < promised ? left : promised;
}

/** Returns the same time in the previous month, or on its last day if that month is shorter. */
export const monthBefore = (at: Date): Date => boundary(at, -1);
