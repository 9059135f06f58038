/**
 * Billing periods are calendar months, counted from the billing anchor: the moment at which a service began.
 *
 * Boundaries that were computed from the previous boundary would stay on the 28th after a February.
 */
/**
 * Returns the boundary `months` after the anchor, or before it if `months` is negative.
 *
 * The boundary has the same day of the month and time in UTC, or the last day of a shorter month. One month after 31 January is 28 (29)
 * February, and two months after is 31 March.
 */
export function boundary(anchor: Date, months: number): Date {
  const to = new Date(anchor.getTime());
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to;
}

/** Returns the number of months from the anchor to the last boundary at or before `at`. Negative before the anchor. */
export function monthsUpTo(anchor: Date, at: Date): number {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  return boundary(anchor, months) <= at ? months : months - 1;
}

/** Returns whether `at` is a boundary of periods that are counted from the anchor. */
export function isBoundary(anchor: Date, at: Date): boolean {
  return boundary(anchor, monthsUpTo(anchor, at)).getTime() === at.getTime();
}

/**
 * Returns the end of a term that is paid until `until`, after `months` more are paid. An end that is not a boundary is counted from itself.
 */
export function extendTerm(anchor: Date, until: Date, months: number): Date {
  return isBoundary(anchor, until) ? boundary(anchor, monthsUpTo(anchor, until) + months) : boundary(until, months);
}
