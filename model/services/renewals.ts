/** Rules for renewals, reminders, and the suspension and end of unpaid services. */
import type { Cents } from '../money/money.ts';
import { days, hours } from '../time/clock.ts';

export interface RenewalSettings {
  /** Days before the expiry at which services are renewed. */
  readonly daysAhead: number;
  /** Limit of automatic charges of one service in a day. More charges are suspicious, so the account is parked. */
  readonly maxChargesPerDay: number;
  /** Days before the expiry of an unpaid service at which its owner is reminded, longest first. */
  readonly remindDays: readonly number[];
  /** Days before the end of a suspended service at which its owner is reminded. */
  readonly remindEndDays: number;
  /** Days before an automatic renewal at which it is announced, or 0 for never. */
  readonly announceDays: number;
}

/** Shortest billing cycle in months whose renewal is announced. */
export const ANNOUNCED_MONTHS = 3;

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

export interface UnpaidService {
  parent_id: number | null;
  status: string;
  expiry_at: Date | null;
  suspend_after: Date | null;
  suspended_at: Date | null;
}

/**
 * Returns the ends of services that nobody pays, earliest first. Each is a grace period after the suspension, also one that is ahead. Leaves
 * out addons, which end with their server, and services that have ended.
 */
export function unpaidEndsOf(services: readonly UnpaidService[], graceMs: number): Date[] {
  return services
    .flatMap(({ parent_id, status, expiry_at, suspend_after, suspended_at }) => {
      if (parent_id !== null || expiry_at === null || (status !== 'active' && status !== 'suspended')) return [];
      const off = status === 'suspended' && suspended_at ? suspended_at : suspendUnpaidAt({ expiry_at, suspend_after });
      return [new Date(Math.max(off.getTime(), expiry_at.getTime()) + graceMs)];
    })
    .toSorted((a, b) => a.getTime() - b.getTime());
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

/** Time before a reminder is due in which another request to pay the order replaces the reminder. */
const QUIET_MS = hours(48);

/** Returns the time after which a request to pay the order of a service replaces its reminder. */
export const quietSince = (expiresAt: Date, daysBefore: number): Date =>
  new Date(expiresAt.getTime() - days(daysBefore) - QUIET_MS);

export interface RenewalOrder {
  /** True if a payment of the order has begun. Its outcome is mailed. */
  isBeingPaid: boolean;
  /** Time of the last request to pay, or `undefined`. */
  askedAt: Date | undefined;
}

/** Returns whether the owner of a service must be reminded: of a waiting order, or to renew by hand. */
export function isReminded(
  { expiry_at, is_renewed_later }: { expiry_at: Date; is_renewed_later: boolean },
  orders: readonly RenewalOrder[],
  daysBefore: number,
): boolean {
  if (orders.length === 0) return !is_renewed_later;
  const since = quietSince(expiry_at, daysBefore);
  return orders.every(({ isBeingPaid, askedAt }) => !isBeingPaid && !(askedAt && askedAt > since));
}

/** The days of renewals that are announced now. */
export interface Announced {
  /** Beginning of the day on which the services are renewed. */
  at: Date;
  /** Bounds of the expiry of the services that are renewed on that day. `until` is exclusive. */
  from: Date;
  until: Date;
}

/**
 * Returns the renewals that are announced on the day of `now` (UTC), or `undefined` if none ever is. A day that no worker saw is not made up
 * for, because a late announcement would be wrong about the time that is left.
 */
export function announcedOn(
  now: Date,
  { announceDays, daysAhead }: Pick<RenewalSettings, 'announceDays' | 'daysAhead'>,
): Announced | undefined {
  if (announceDays === 0) return undefined;
  const until = renewalHorizon(now, announceDays + daysAhead);
  return { at: renewalHorizon(now, announceDays - 1), from: new Date(until.getTime() - days(1)), until };
}

/** Returns what is left of a balance after these payments in their order. A payment that it does not cover is not made. */
export const balanceAfter = (balance: Cents, payments: readonly Cents[]): Cents =>
  payments.reduce((left, amount) => (amount <= left ? left - amount : left), balance);
