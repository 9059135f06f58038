/** The end of a service by staff, as several replies show it. */
import { z } from 'zod';
import { Id } from '../schemas/primitives.ts';
import { Amount, At, oneLine, wholeNumber } from './fields.ts';

/** Largest number of hours between the approval and the end. */
const MAX_HOURS = 720;

export const ServiceEnd = z.strictObject({
  service: Id,
  account: Id,
  type: z.string(),
  label: z.string(),
  ends_at: At,
  reason: z.string(),
  /** Name of the member of the staff, or `null` at the host. */
  requested_by: z.string().nullable(),
  approved_by: z.string().nullable(),
  /** End of the paid time that is not refunded, or `null` if there is none. */
  paid_until: At.nullable(),
  /** Paid time that is left, also of addons. `lines` suit `refundOrder`. */
  rest: z.strictObject({
    net: Amount,
    vat: Amount,
    gross: Amount,
    lines: z.array(z.strictObject({ order: Id, line: Id, net: Amount })),
  }),
});

/** Cancellation of a service by its owner, as several replies show it. */
export const OwnCancellation = z.strictObject({
  /** True if the service was switched off at once, false if it runs until its expiry. */
  now: z.boolean(),
  reason: z.string().nullable(),
  created_at: At,
  /** Time at which the service is deleted, unless its owner withdraws the cancellation. */
  ends_at: At,
});

/** Suspension of a service for lack of payment, also one that is ahead of a service past its expiry. */
export const UnpaidSuspension = z.strictObject({
  /**
   * Earliest time at which the service is deleted. `null` while its account is suspended or parked, because nothing unpaid ends then. Also
   * `null` for a service that still runs, while its renewal is being paid or not ordered yet.
   */
  ends_at: At.nullable(),
  /** Orders that wait and pay the service, oldest first. None if nothing has ordered its renewal. */
  orders: z.array(z.strictObject({ id: Id, status: z.string(), gross: Amount })),
  /** Time at which a service that still runs is suspended. `null` once it is, and while `ends_at` is `null`. */
  suspends_at: At.nullable(),
});

/** Input fields of an end. */
export const endFields = {
  after: wholeNumber(0, MAX_HOURS)
    .default(24)
    .meta({ description: 'hours from the approval to the end, in which staff can undo it', value: 'hours' }),
  reason: oneLine(200).meta({ description: 'reason, as a sentence that the customer reads', value: 'sentence' }),
};
