/**
 * Our own reasons of refunds. Orders and credit notes store the sentence only, so its code is found by the sentence. A mail translates the code
 * (model/mail/de/failures.ts). A changed sentence needs a new code, because credit notes keep the old one.
 */
export const REFUND_REASONS = {
  not_built: 'The server could not be built. The price was refunded to your balance. Order it again later.',
  not_built_in_time:
    'The server could not be built in time because its host was not available. The price was refunded to your balance.',
  not_scaled: 'The server could not be scaled and keeps its plan. The price of the change was refunded to your balance.',
} as const;

const ENDED_BEFORE_PAID = ' ended before its renewal was paid. The price was refunded to the balance.';

/** Returns the reason of a renewal that was paid after its service had ended. */
export const endedBeforePaid = (label: string): string => `${label}${ENDED_BEFORE_PAID}`;

const SMALLER_PLAN = ' has a smaller plan';
const SMALLER_ADDON = / of (\S+) is smaller$/;
const CANCELLED = /^the (addon|floating IP|support plan) was cancelled$/;

/** Returns the end of a refund's description in the ledger, after a change to a smaller plan. */
export const hasSmallerPlan = (hostname: string): string => `${hostname}${SMALLER_PLAN}`;

/** Returns the end of a refund's description in the ledger, after a change to a smaller addon. */
export const hasSmallerAddon = (label: string, hostname: string): string => `${label} of ${hostname} is smaller`;

export type CancellableNoun = 'addon' | 'floating IP' | 'support plan';

/** Returns the end of a refund's description in the ledger, after a cancellation before the expiry. */
export const wasCancelled = (noun: CancellableNoun): string => `the ${noun} was cancelled`;

/** Returns the description of a refund in the ledger. */
export const refundDescription = (orderId: number, why: string): string => `Refund of order ${orderId}: ${why}`;

export type RefundCode =
  | keyof typeof REFUND_REASONS
  | 'ended_before_paid'
  | 'smaller_plan'
  | 'smaller_addons'
  | 'cancelled_early';

export interface RefundReason {
  code: RefundCode;
  /** Label of the service that ended, name of the server that is smaller, noun of what was cancelled, or `null`. */
  label: string | null;
}

/**
 * Returns the act of a customer that a refund's description in the ledger names, with its sentence, or `null`. Neither order nor credit note
 * stores a reason of such a refund. Addons of a server share a sentence, so that they share a mail.
 */
export function refundActOf(description: string): { sentence: string; why: RefundReason } | null {
  const act = description.replace(/^Refund of order \d+: /, '');
  if (act.endsWith(SMALLER_PLAN)) {
    const label = act.slice(0, -SMALLER_PLAN.length);
    return { sentence: `${act}.`, why: { code: 'smaller_plan', label } };
  }
  const [, host] = SMALLER_ADDON.exec(act) ?? [];
  if (host !== undefined) return { sentence: `Addons of ${host} are smaller.`, why: { code: 'smaller_addons', label: host } };
  const [, noun] = CANCELLED.exec(act) ?? [];
  if (noun === undefined) return null;
  return { sentence: `The ${noun} was cancelled before its expiry.`, why: { code: 'cancelled_early', label: noun } };
}

/** Returns the code of our own sentence, or `null` for any other, such as a reason of staff. */
export function refundReasonOf(sentence: string): RefundReason | null {
  if (sentence.endsWith(ENDED_BEFORE_PAID))
    return { code: 'ended_before_paid', label: sentence.slice(0, -ENDED_BEFORE_PAID.length) };
  const known = Object.entries(REFUND_REASONS).find(([, text]) => text === sentence);
  return known ? { code: known[0] as RefundCode, label: null } : null;
}
