/** The end of paid time, once orders that pay it are refunded. */

export interface PaidPeriod {
  to: Date;
  /** True if the line that pays the period is refunded in full. */
  isRefunded: boolean;
}

/**
 * Returns the end of the paid time that is not refunded, or `null` if all time that is left is. Time after the last period was given by staff, and
 * counts with that period.
 */
export function unrefundedEnd(expiresAt: Date | null, periods: readonly PaidPeriod[], now: Date): Date | null {
  if (!expiresAt || expiresAt <= now) return expiresAt;
  const [last, ...earlier] = periods.toSorted((a, b) => b.to.getTime() - a.to.getTime());
  if (!last?.isRefunded) return expiresAt;
  return earlier.find(({ to, isRefunded }) => !isRefunded && to > now)?.to ?? null;
}
