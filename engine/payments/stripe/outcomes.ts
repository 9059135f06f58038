/** What Stripe's objects say, in the words of the port. Pure. */

import type { Outcome, RefundOutcome, SeenCard, SeenDispute } from '@innkeeper/model/payments/outcome';
import type { Stripe } from 'stripe';

/** Declines after which no further try can succeed. Of all others the bank may change its mind. */
const HARD = new Set([
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

type Found<T> = T | string | null | undefined;
const whole = <T extends object>(found: Found<T>): T | null => (typeof found === 'object' && found !== null ? found : null);

export function outcomeOfSession(session: Stripe.Checkout.Session): Outcome {
  const gatewayId = session.id;
  const intent = whole<Stripe.PaymentIntent>(session.payment_intent);
  if (session.payment_status === 'paid' && intent) return { ...outcomeOfIntent(intent), gatewayId };
  if (session.status === 'expired')
    return {
      state: 'failed',
      gatewayId,
      code: 'expired',
      reason: 'The checkout ended without a payment. Pay the order again.',
      hardDecline: false,
    };
  return { state: 'pending', gatewayId };
}

export function outcomeOfIntent(intent: Stripe.PaymentIntent): Exclude<Outcome, { state: 'absent' }> {
  const gatewayId = intent.id;
  switch (intent.status) {
    case 'succeeded':
      return {
        ...{ state: 'succeeded', gatewayId, card: cardOf(intent) },
        receipts: [{ id: intent.id, amount: BigInt(intent.amount_received) }],
      };
    case 'processing':
      return { state: 'pending', gatewayId };
    case 'canceled':
      return {
        state: 'failed',
        gatewayId,
        code: 'canceled',
        reason: 'The payment ended without money. Pay the order again.',
        hardDecline: false,
      };
    default: {
      const { code, decline_code: decline } = intent.last_payment_error ?? {};
      return declined(gatewayId, decline ?? code ?? intent.status);
    }
  }
}

export function declined(gatewayId: string | undefined, code: string): Exclude<Outcome, { state: 'absent' }> {
  return { state: 'failed', gatewayId, code, reason: sentenceFor(code), hardDecline: HARD.has(code) };
}

/** A thief must not learn that a card is known as stolen. */
function sentenceFor(code: string): string {
  switch (code) {
    case 'insufficient_funds':
      return 'The card was declined because of insufficient funds. Use another payment method.';
    case 'expired_card':
      return 'The card was declined because it has expired. Add another card.';
    case 'authentication_required':
    case 'requires_action':
      return 'The bank requires your confirmation for this payment. Pay the order manually.';
    default:
      return 'The bank declined the card. Use another payment method.';
  }
}

function cardOf(intent: Stripe.PaymentIntent): SeenCard | null {
  const method = whole<Stripe.PaymentMethod>(intent.payment_method);
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

export function seenDispute(dispute: Stripe.Dispute): SeenDispute {
  const intent = whole<Stripe.PaymentIntent>(dispute.payment_intent);
  return {
    gatewayId: dispute.id,
    paymentReference: intent?.metadata.reference ?? null,
    amount: BigInt(dispute.amount),
    state: stateOfDispute(dispute.status),
    reason: dispute.reason,
  };
}

function stateOfDispute(status: string): SeenDispute['state'] {
  if (status.startsWith('warning')) return 'inquiry';
  return status === 'won' || status === 'prevented' ? 'won' : status === 'lost' ? 'lost' : 'open';
}
