/** Rules for renewals, reminders, and the suspension and end of unpaid services. */
import { days } from '../time/clock.ts';

export interface RenewalSettings {
  /** Days before the expiry at which services are renewed. */
  readonly daysAhead: number;
  /** Limit of automatic charges of one service in a day. More charges are suspicious, so the account is parked. */
  readonly maxChargesPerDay: number;
  /** Days before the expiry of an unpaid service at which its owner is reminded, longest first. */
  readonly remindDays: readonly number[];
  /** Days before the end of a suspended service at which its owner is reminded. */
  readonly remindEndDays: number;
}

/**
 * Returns the horizon of renewals: services that expire earlier are renewed now. Whole days in UTC, so that one order renews all services
 * that expire on a day.
 */
export function renewalHorizon(now: Date, daysAhead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysAhead + 1));
}

/** Returns the time from which a service that expires at `expiryAt` is renewed: the begin of a day in UTC. */
export function renewsFrom(expiryAt: Date, daysAhead: number): Date {
  return new Date(Date.UTC(expiryAt.getUTCFullYear(), expiryAt.getUTCMonth(), expiryAt.getUTCDate() - daysAhead));
}

/** Returns whether a service has reached its limit of charges in a day. */
export const exceedsChargeLimit = (charges: number, max: number): boolean => charges >= max;

export interface Expiring {
  expiry_at: Date;
  /** Earliest time of a suspension, postponed after an outage of ours. `null` to suspend from the expiry on. */
  suspend_after: Date | null;
}

/** Returns the time from which an unpaid service is suspended. */
export function suspendUnpaidAt({ expiry_at, suspend_after }: Expiring): Date {
  return suspend_after && suspend_after > expiry_at ? suspend_after : expiry_at;
}

/**
 * Returns the part of a reminder's deduplication key that identifies the expiry.
 *
 * The key holds the UTC day and, if staff moved the date, the minute of the move. A date that is moved away and back gets a new reminder,
 * because the owner was reminded of the date between. Dates that are moved within one minute share one mail.
 */
export function expiryKey({ expiry_at, moved_at }: { expiry_at: Date; moved_at: Date | null }): string {
  const day = expiry_at.toISOString().slice(0, 10);
  return moved_at === null ? day : `${day}:moved-${moved_at.toISOString().slice(0, 16)}`;
}

/**
 * Returns the reminder that is due, as its number of days, or `undefined`. The reminder nearest to the expiry wins, so that only one of
 * several missed reminders is sent.
 */
export function reminderDue(now: Date, expiresAt: Date, remindDays: readonly number[]): number | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return undefined;
  return remindDays.filter((mark) => left <= days(mark)).toSorted((a, b) => a - b)[0];
}
