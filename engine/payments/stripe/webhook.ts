/** Verifies Stripe's webhooks. The signature is checked by Stripe's library, which compares in constant time. */
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import type { WebhookReader } from '@innkeeper/model/payments/webhook';

/** Maximum age in seconds, Stripe's own tolerance. An older webhook may be a replay. */
const TOLERANCE_S = 300;

interface StripeEvent {
  id: string;
  type: string;
  /** Absent in a thin event, which only refers to its object. We subscribe to none, but a shared destination may send them. */
  data?: { object?: { id?: string; metadata?: Record<string, string> | null } };
}

/** Creates the reader of Stripe's webhooks. Verification yields `undefined` for a wrong signature or age. */
export async function stripeWebhooks(secret: string): Promise<WebhookReader> {
  const { Stripe } = await import('stripe');
  const signatures = Stripe.webhooks.signature;
  if (!signatures) throw new Error("Stripe's library verifies no signatures.");
  return {
    async verify(body, headers, now) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return undefined;
      try {
        // Not `constructEvent`: it throws for a thin event, and Stripe would send the event again for days.
        signatures.verifyHeader(body, signature, secret, TOLERANCE_S, undefined, now.getTime());
        const { id, type } = parse(body);
        return { eventId: id, eventType: type, hint: stripeHint(body) };
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}

const parse = (body: Buffer): StripeEvent => JSON.parse(body.toString('utf8')) as StripeEvent;

export function stripeHint(body: Buffer): WebhookHint {
  const { type, data } = parse(body);
  const { id, metadata } = data?.object ?? {};
  if (id === undefined) return { about: 'nothing' };
  if (type.startsWith('checkout.session.')) return { about: 'payment', gatewayId: id };
  if (type.startsWith('payment_intent.') && metadata?.reference) return { about: 'reference', reference: metadata.reference };
  if (type.startsWith('refund.')) return { about: 'refund', gatewayId: id };
  if (type.startsWith('charge.dispute.')) return { about: 'dispute', gatewayId: id };
  if (type === 'payment_method.detached') return { about: 'card', gatewayId: id };
  return { about: 'nothing' };
}
