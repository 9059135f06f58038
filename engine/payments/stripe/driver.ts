/**
 * The Stripe gateway: hosted checkout, saved cards, refunds and disputes. Every POST carries a key made of the payment's reference. A
 * request that is repeated, by the library within seconds or by another worker after a crash, therefore has one effect. The reference is
 * also in the object's metadata, by which a payment is found if its answer was lost.
 */

import type { DisputeReport, PaymentOutcome, RefundOutcome } from '@innkeeper/model/payments/outcome';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { Stripe } from 'stripe';
import {
  type CardToCharge,
  type CheckoutOptions,
  type GatewayCapabilities,
  GatewayError,
  type GatewayPayment,
  type OpenedCheckout,
  type PaymentGateway,
  type PaymentRequest,
  type RefundToMake,
} from '../port.ts';
import { mapStripeErrors, openClient, type StripeOptions, toGatewayError } from './client.ts';
import { convertDispute, declinedOutcome, outcomeOfIntent, outcomeOfRefund, outcomeOfSession } from './outcomes.ts';

/** Stripe's limits of a checkout's duration in milliseconds, with a margin for clock differences. */
const CHECKOUT_MS = { min: hours(0.5) + 60_000, max: hours(24) - 60_000 };
const INTENT_EXPANSIONS = ['payment_method', 'latest_charge'];
const SESSION_EXPANSIONS = INTENT_EXPANSIONS.map((field) => `payment_intent.${field}`);

type Charged = Exclude<PaymentOutcome, { state: 'absent' }>;

export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: true, savedCards: true, refunds: true };
  /** Stripe deletes keys after 24 hours at the earliest. */
  readonly idempotencyKeyTtlMs = hours(20);
  /** Webhooks normally report the outcome earlier. */
  readonly firstPollMs = minutes(10);
  readonly #stripe: Stripe;

  constructor(options: StripeOptions) {
    this.#stripe = openClient(options);
  }

  async open(payment: PaymentRequest, { returnUrl, begunAt, expiresAt, saveCard }: CheckoutOptions): Promise<OpenedCheckout> {
    const { reference, description, currency } = payment;
    // A repeated request must be identical, so nothing in it may depend on the current time.
    const lasts = Math.min(Math.max(expiresAt.getTime() - begunAt.getTime(), CHECKOUT_MS.min), CHECKOUT_MS.max);
    const session = await mapStripeErrors(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: reference,
          customer_creation: 'always',
          expires_at: Math.floor((begunAt.getTime() + lasts) / 1000),
          success_url: returnUrl,
          cancel_url: returnUrl,
          metadata: { reference },
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: currency.toLowerCase(),
                unit_amount: centsOf(payment),
                product_data: { name: description },
              },
            },
          ],
          payment_intent_data: {
            description,
            metadata: { reference },
            ...(saveCard && { setup_future_usage: 'off_session' }),
          },
        },
        { idempotencyKey: `checkout-${reference}` },
      ),
    );
    return { gatewayId: session.id, url: session.url };
  }

  async charge(payment: PaymentRequest, card: CardToCharge): Promise<Charged> {
    const { reference, description, currency } = payment;
    try {
      const intent = await this.#stripe.paymentIntents.create(
        {
          amount: centsOf(payment),
          currency: currency.toLowerCase(),
          customer: card.gatewayCustomer,
          payment_method: card.gatewayId,
          allowed_payment_method_types: ['card'],
          off_session: true,
          confirm: true,
          description,
          metadata: { reference },
          expand: INTENT_EXPANSIONS,
        },
        { idempotencyKey: `charge-${reference}` },
      );
      return outcomeOfIntent(intent);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        return declinedOutcome(error.payment_intent?.id, error.decline_code ?? error.code ?? 'card_declined');
      return mapStripeErrors(() => Promise.reject(error));
    }
  }

  async detachCard(gatewayId: string): Promise<void> {
    try {
      await mapStripeErrors(() => this.#stripe.paymentMethods.detach(gatewayId, {}, { idempotencyKey: `detach-${gatewayId}` }));
    } catch (error) {
      // Stripe also refuses to detach a card that was detached before.
      const refused = error instanceof GatewayError && error.kind === 'refused';
      if (!refused || (await this.#isAttached(gatewayId))) throw error;
    }
  }

  async poll(payment: PaymentRequest): Promise<PaymentOutcome> {
    const { gatewayId, kind, reference } = payment;
    if (kind === 'checkout') {
      // Its URL was never sent to a payer, so it cannot be paid.
      if (gatewayId === null) return { state: 'absent' };
      const session = await mapStripeErrors(() =>
        this.#stripe.checkout.sessions.retrieve(gatewayId, { expand: SESSION_EXPANSIONS }),
      );
      return outcomeOfSession(session);
    }
    const intent = gatewayId === null ? await this.#intentOf(reference) : await this.#intent(gatewayId);
    return intent ? outcomeOfIntent(intent) : { state: 'absent' };
  }

  async close(payment: PaymentRequest): Promise<PaymentOutcome> {
    const found = await this.poll(payment);
    if (found.state !== 'pending' && found.state !== 'failed') return found;
    const gatewayId = found.gatewayId ?? payment.gatewayId;
    if (!gatewayId) return found;
    try {
      if (payment.kind === 'checkout') {
        if (found.state === 'failed') return found;
        return outcomeOfSession(
          await mapStripeErrors(() => this.#stripe.checkout.sessions.expire(gatewayId, { expand: SESSION_EXPANSIONS })),
        );
      }
      return outcomeOfIntent(
        await mapStripeErrors(() => this.#stripe.paymentIntents.cancel(gatewayId, { expand: INTENT_EXPANSIONS })),
      );
    } catch (error) {
      // The payer was faster, or the payment had already ended.
      if (error instanceof GatewayError && error.kind === 'refused') return this.poll(payment);
      throw error;
    }
  }

  async refund(refund: RefundToMake): Promise<RefundOutcome> {
    const intent = await this.#paidIntent(refund.payment);
    const made = await mapStripeErrors(() =>
      this.#stripe.refunds.create(
        { payment_intent: intent, amount: Number(refund.amount), metadata: { reference: refund.reference } },
        { idempotencyKey: `refund-${refund.reference}` },
      ),
    );
    return outcomeOfRefund(made);
  }

  async pollRefund(refund: RefundToMake): Promise<RefundOutcome | null> {
    const intent = await this.#paidIntent(refund.payment);
    const { data } = await mapStripeErrors(() => this.#stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    const found = data.find(({ metadata }) => metadata?.reference === refund.reference);
    return found ? outcomeOfRefund(found) : null;
  }

  async pollDispute(gatewayId: string): Promise<DisputeReport> {
    return convertDispute(await mapStripeErrors(() => this.#stripe.disputes.retrieve(gatewayId, { expand: ['payment_intent'] })));
  }

  async #isAttached(cardId: string): Promise<boolean> {
    try {
      return (await this.#stripe.paymentMethods.retrieve(cardId)).customer !== null;
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return false;
      throw toGatewayError(error);
    }
  }

  #intent(id: string): Promise<Stripe.PaymentIntent> {
    return mapStripeErrors(() => this.#stripe.paymentIntents.retrieve(id, { expand: INTENT_EXPANSIONS }));
  }

  async listPaid(since: Date): Promise<GatewayPayment[]> {
    const created = { gte: Math.floor(since.getTime() / 1000) };
    const found: GatewayPayment[] = [];
    await mapStripeErrors(async () => {
      for await (const { status, metadata, amount_received } of this.#stripe.paymentIntents.list({ created, limit: 100 }))
        if (status === 'succeeded' && metadata.reference)
          found.push({ reference: metadata.reference, amount: BigInt(amount_received) });
    });
    return found;
  }

  /** Finds a payment by its reference. Stripe's search is a minute behind, so a missing payment did not exist a minute ago. */
  async #intentOf(reference: string): Promise<Stripe.PaymentIntent | undefined> {
    const query = `metadata["reference"]:"${reference}"`;
    const { data } = await mapStripeErrors(() =>
      this.#stripe.paymentIntents.search({ query, limit: 1, expand: INTENT_EXPANSIONS.map((field) => `data.${field}`) }),
    );
    return data[0];
  }

  async #paidIntent({ gatewayId, kind, reference }: PaymentRequest): Promise<string> {
    if (gatewayId === null) throw new GatewayError('refused', `${reference} was never paid`);
    if (kind === 'saved_card') return gatewayId;
    const { payment_intent: intent } = await mapStripeErrors(() => this.#stripe.checkout.sessions.retrieve(gatewayId));
    const id = typeof intent === 'string' ? intent : intent?.id;
    if (!id) throw new GatewayError('refused', `${reference} was never paid`);
    return id;
  }
}

/** Converts an amount to a number. Numbers above 2^53 would be inexact, but Stripe refuses far smaller amounts. */
const centsOf = ({ amount }: PaymentRequest): number => Number(amount);
