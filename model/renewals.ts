/** When services are renewed, reminded of, suspended for lack of payment, and ended. */
import { days } from './clock.ts';

export interface RenewalSettings {
  /** So many days before they expire services are renewed. */
  readonly daysAhead: number;
  /** More automatic charges than that of one service in a day look odd: its account is parked. */
  readonly mostADay: number;
  /** Days before the expiry of what is not paid at which its owner is reminded; the longest first. */
  readonly remindDays: readonly number[];
  /** The same before what is suspended ends. */
  readonly remindEndDays: number;
}

/** What expires before that is renewed now: whole days (UTC), so that what expires on one day is renewed by one order. */
export function renewalHorizon(now: Date, daysAhead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysAhead + 1));
}

/** Whether a service was charged as often in a day as it may be. */
export const oddlyOften = (charges: number, most: number): boolean => charges >= most;

export interface Expiring {
  expiry_at: Date;
  /** Not suspended before that, since we were away; null: from its expiry on. */
  suspend_after: Date | null;
}

/** From when on a service that is not paid is suspended. */
export function suspendUnpaidAt({ expiry_at, suspend_after }: Expiring): Date {
  return suspend_after && suspend_after > expiry_at ? suspend_after : expiry_at;
}

/**
 * Which end a reminder tells of: its day (UTC), and when it was set, where the staff has moved it. An end that went away and came back is another one, as its
 * owner was told of the one between. By the minute, so that what is moved together is told of by one mail.
 */
export function endTold({ expiry_at, moved_at }: { expiry_at: Date; moved_at: Date | null }): string {
  const day = expiry_at.toISOString().slice(0, 10);
  return moved_at === null ? day : `${day}:moved-${moved_at.toISOString().slice(0, 16)}`;
}

/** Which reminder is due so long before the expiry: the nearest that has begun, so that of several missed ones one is sent. */
export function reminderDue(now: Date, expiresAt: Date, remindDays: readonly number[]): number | undefined {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return undefined;
  return remindDays.filter((mark) => left <= days(mark)).toSorted((a, b) => a - b)[0];
}
