/** Billing periods are calendar months, counted from the day a service began. */

/**
 * `months` later, on the same day of the month and at the same time (UTC); the last day where the month is shorter.
 * 31 January and one month is 28 (29) February.
 */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from.getTime());
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to;
}
