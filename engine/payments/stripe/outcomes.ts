/** Converts Stripe's objects to the port's types. Pure. */

import { DECLINED, FAILURE_REASONS, hasReason } from '@innkeeper/model/payments/failure-reasons';
import type { CardDetails, DisputeReport, PaymentOutcome, RefundOutcome } from '@innkeeper/model/payments/outcome';
import type { Stripe } from 'stripe';

/** Decline codes after which no retry can succeed. After any other decline the bank may accept a retry. */
const HARD_DECLINES = new Set([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'expired_card',
  'fraudulent',
  'merchant_blacklist',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stop_payment_order',
  'card_not_supported',
  'invalid_account',
  'invalid_number',
]);

type Expandable<T> = T | string | null | undefined;
const expandedOrNull = <T extends object>(found: Expandable<T>): T | null =>
  typeof found === 'object' && found !== null ? found : null;

export function outcomeOfSession(session: Stripe.Checkout.Session): PaymentOutcome {
  const gatewayId = session.id;
  const intent = expandedOrNull<Stripe.PaymentIntent>(session.payment_intent);
  if (session.payment_status === 'paid' && intent) return { ...outcomeOfIntent(intent), gatewayId };
  if (session.status === 'expired')
    return {
      state: 'failed',
      gatewayId,
      code: 'expired',
      reason: FAILURE_REASONS.expired,
      hardDecline: false,
    };
  return { state: 'pending', gatewayId };
}

export function outcomeOfIntent(intent: Stripe.PaymentIntent): Exclude<PaymentOutcome, { state: 'absent' }> {
  const gatewayId = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return {
        ...{ state: 'succeeded', gatewayId, card: cardOf(intent), cardCountry: countryOf(intent) },
        receipts: [{ id: intent.id, amount: BigInt(intent.amount_received) }],
      };
    case 'processing':
      return { state: 'pending', gatewayId };
    case 'canceled':
      return {
        state: 'failed',
        gatewayId,
        code: 'canceled',
        reason: FAILURE_REASONS.canceled,
        hardDecline: false,
      };
    default: {
      const { code, decline_code: decline } = intent.last_payment_error ?? {};
      return declinedOutcome(gatewayId, decline ?? code ?? intent.status);
    }
  }
}

export function declinedOutcome(gatewayId: string | undefined, code: string): Exclude<PaymentOutcome, { state: 'absent' }> {
  return {
    state: 'failed',
    gatewayId,
    code,
    reason: hasReason(code) ? FAILURE_REASONS[code] : DECLINED,
    hardDecline: HARD_DECLINES.has(code),
  };
}

/** Returns the country of the card that paid. It is known without consent to store the card. */
const countryOf = (intent: Stripe.PaymentIntent): string | null =>
  expandedOrNull<Stripe.PaymentMethod>(intent.payment_method)?.card?.country ?? null;

function cardOf(intent: Stripe.PaymentIntent): CardDetails | null {
  const method = expandedOrNull<Stripe.PaymentMethod>(intent.payment_method);
  const customer = typeof intent.customer === 'string' ? intent.customer : intent.customer?.id;
  if (!method?.card || !customer || intent.setup_future_usage !== 'off_session') return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear, country } = method.card;
  return { gatewayId: method.id, gatewayCustomer: customer, brand, last4, expiryMonth, expiryYear, country: country ?? null };
}

export function outcomeOfRefund({ id, status }: Stripe.Refund): RefundOutcome {
  if (status === 'failed' || status === 'canceled')
    return { state: 'failed', gatewayId: id, reason: 'The bank of the card did not accept the refund.' };
  return { state: status === 'succeeded' ? 'succeeded' : 'pending', gatewayId: id };
}

export function convertDispute(dispute: Stripe.Dispute): DisputeReport {
  const intent = expandedOrNull<Stripe.PaymentIntent>(dispute.payment_intent);
  return {
    gatewayId: dispute.id,
    paymentReference: intent?.metadata.reference ?? null,
    amount: BigInt(dispute.amount),
    state: stateOfDispute(dispute.status),
    reason: dispute.reason,
  };
}

function stateOfDispute(status: string): DisputeReport['state'] {
  if (status.startsWith('warning')) return 'inquiry';
  return status === 'won' || status === 'prevented' ? 'won' : status === 'lost' ? 'lost' : 'open';
}
