/**
 * Billing periods are calendar months, all counted from one moment: the billing anchor of a service, when it began. If each
 * boundary were calculated from the one before it, it would stay on the 28th after a February.
 */
/**
 * The boundary of a service's periods `months` after its anchor (before it, when negative): on the same day of the month and at
 * the same time (UTC), the last day where the month is shorter. 31 January and one month is 28 (29) February, and two are 31 March.
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

/** How many months after its anchor the last boundary up to `at` lies, that moment included; negative before the anchor. */
export function monthsUpTo(anchor: Date, at: Date): number {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + at.getUTCMonth() - anchor.getUTCMonth();
  return boundary(anchor, months) <= at ? months : months - 1;
}

export function isBoundary(anchor: Date, at: Date): boolean {
  return boundary(anchor, monthsUpTo(anchor, at)).getTime() === at.getTime();
}

/** The end of what is paid until `until`, once `months` more are paid. An end that is no boundary is counted from itself. */
export function extended(anchor: Date, until: Date, months: number): Date {
  return isBoundary(anchor, until) ? boundary(anchor, monthsUpTo(anchor, until) + months) : boundary(until, months);
}
