/**
 * Facts that a mail reports. The transaction of a fact queues it (domain/mail/due.ts), and a job writes the mail from what is true then
 * (jobs/compose-mails.ts). Facts of the same kind, account and order that wait become one mail.
 */
import { days, minutes, seconds } from '../time/clock.ts';

/** Delay in milliseconds after the first fact. Facts that follow each other, such as the ends of an account's services, share a mail. */
export const MAIL_FACTS = {
  // A customer who pays immediately gets no request to pay.
  'order-waiting': minutes(2),
  'order-lapsed': 0,
  // The mail about the end of its service usually names a void order.
  'order-void': minutes(2),
  'order-paid': 0,
  // A refund of several lines posts several credit notes.
  'order-refunded': minutes(1),
  'deposit-received': 0,
  // The balance pays a waiting order within seconds.
  'payment-kept': minutes(1),
  'payout-sent': 0,
  'payout-returned': 0,
  'balance-changed': 0,
  'server-ready': seconds(5),
  'renewal-due': minutes(1),
  'services-suspended': minutes(1),
  'services-resumed': minutes(1),
  'service-ending': minutes(1),
  'service-kept': minutes(1),
  'services-ended': minutes(1),
  // A withdrawal is this fact too, so that it silences a cancellation of the same minute.
  'services-cancelled': minutes(1),
  'services-postponed': minutes(1),
} as const satisfies Readonly<Record<string, number>>;

export type MailFact = keyof typeof MAIL_FACTS;

/** Facts whose mail names a time that an outage of the API postpones. Their mails wait until the outage is over and counted. */
export const POSTPONED_BY_OUTAGE: readonly MailFact[] = [
  'order-waiting',
  'services-suspended',
  'service-kept',
  'services-cancelled',
  'services-postponed',
];

/**
 * Delay of the mail about a void renewal. A job orders its services again within 10 minutes, and the request to pay the new order then names
 * the void one.
 */
export const VOIDED_RENEWAL_MS = minutes(12);

/** Delay of a request to pay while the payer is on the page of a gateway. */
export const ON_PAYMENT_PAGE_MS = minutes(15);

/** Age of a fact after which it is not mailed any more. A seller that is named late issues all waiting documents at once. */
const MAX_FACT_AGE_MS = days(7);

export const isOldFact = (at: Date, now: Date): boolean => now.getTime() - at.getTime() > MAX_FACT_AGE_MS;

export const isMailFact = (kind: string): kind is MailFact => Object.hasOwn(MAIL_FACTS, kind);
