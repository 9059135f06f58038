/**
 * Stripe: its hosted checkout, cards that it keeps for us, refunds and disputes. Every POST carries a key of ours, made of the payment's
 * reference, so that a request which is sent again (by the library within seconds, or by another worker after a crash) has one
 * effect; and the reference is kept in the object's metadata, by which a payment is found whose answer was lost.
 */
import { hours, minutes } from '@innkeeper/model/clock';
import type { Outcome, RefundOutcome, SeenDispute } from '@innkeeper/model/payments/outcome';
import { Stripe } from 'stripe';
import {
  type AskedPayment,
  type CardToCharge,
  type CheckoutOptions,
  type GatewayCapabilities,
  GatewayError,
  type Opened,
  type PaymentGateway,
  type RefundToMake,
} from '../port.ts';
import { asked, openClient, type StripeOptions, toGatewayError } from './client.ts';
import { declined, outcomeOfIntent, outcomeOfRefund, outcomeOfSession, seenDispute } from './outcomes.ts';

/** Stripe's own limits of a checkout, with a margin for clocks that differ. */
const CHECKOUT_MS = { least: hours(0.5) + 60_000, most: hours(24) - 60_000 };
const OF_INTENT = ['payment_method', 'latest_charge'];
const OF_SESSION = OF_INTENT.map((field) => `payment_intent.${field}`);

type Charged = Exclude<Outcome, { state: 'absent' }>;

export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  readonly capabilities: GatewayCapabilities = { hostedCheckout: true, savedCards: true, refunds: true };
  /** Stripe forgets keys after 24 hours at the earliest. */
  readonly keysLastMs = hours(20);
  /** Its webhooks tell, as a rule. */
  readonly firstLookMs = minutes(10);
  readonly #stripe: Stripe;

  constructor(options: StripeOptions) {
    this.#stripe = openClient(options);
  }

  async open(payment: AskedPayment, { returnUrl, begunAt, expiresAt, saveCard }: CheckoutOptions): Promise<Opened> {
    const { reference, description, currency } = payment;
    // A repeated request must say the same, so nothing in it depends on when it is repeated.
    const lasts = Math.min(Math.max(expiresAt.getTime() - begunAt.getTime(), CHECKOUT_MS.least), CHECKOUT_MS.most);
    const session = await asked(() =>
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

  async charge(payment: AskedPayment, card: CardToCharge): Promise<Charged> {
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
          expand: OF_INTENT,
        },
        { idempotencyKey: `charge-${reference}` },
      );
      return outcomeOfIntent(intent);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        return declined(error.payment_intent?.id, error.decline_code ?? error.code ?? 'card_declined');
      return asked(() => Promise.reject(error));
    }
  }

  async detachCard(gatewayId: string): Promise<void> {
    try {
      await asked(() => this.#stripe.paymentMethods.detach(gatewayId, {}, { idempotencyKey: `detach-${gatewayId}` }));
    } catch (error) {
      // It says no to what was detached before, too.
      const refused = error instanceof GatewayError && error.kind === 'refused';
      if (!refused || (await this.#isAttached(gatewayId))) throw error;
    }
  }

  async look(payment: AskedPayment): Promise<Outcome> {
    const { gatewayId, kind, reference } = payment;
    if (kind === 'checkout') {
      // Its address was never told to anybody, so nobody can have paid it.
      if (gatewayId === null) return { state: 'absent' };
      const session = await asked(() => this.#stripe.checkout.sessions.retrieve(gatewayId, { expand: OF_SESSION }));
      return outcomeOfSession(session);
    }
    const intent = gatewayId === null ? await this.#intentOf(reference) : await this.#intent(gatewayId);
    return intent ? outcomeOfIntent(intent) : { state: 'absent' };
  }

  async close(payment: AskedPayment): Promise<Outcome> {
    const found = await this.look(payment);
    if (found.state !== 'pending' && found.state !== 'failed') return found;
    const gatewayId = found.gatewayId ?? payment.gatewayId;
    if (!gatewayId) return found;
    try {
      if (payment.kind === 'checkout') {
        if (found.state === 'failed') return found;
        return outcomeOfSession(await asked(() => this.#stripe.checkout.sessions.expire(gatewayId, { expand: OF_SESSION })));
      }
      return outcomeOfIntent(await asked(() => this.#stripe.paymentIntents.cancel(gatewayId, { expand: OF_INTENT })));
    } catch (error) {
      // The payer was faster, or it had ended already.
      if (error instanceof GatewayError && error.kind === 'refused') return this.look(payment);
      throw error;
    }
  }

  async refund(refund: RefundToMake): Promise<RefundOutcome> {
    const intent = await this.#paidIntent(refund.payment);
    const made = await asked(() =>
      this.#stripe.refunds.create(
        { payment_intent: intent, amount: Number(refund.amount), metadata: { reference: refund.reference } },
        { idempotencyKey: `refund-${refund.reference}` },
      ),
    );
    return outcomeOfRefund(made);
  }

  async lookRefund(refund: RefundToMake): Promise<RefundOutcome | null> {
    const intent = await this.#paidIntent(refund.payment);
    const { data } = await asked(() => this.#stripe.refunds.list({ payment_intent: intent, limit: 100 }));
    const found = data.find(({ metadata }) => metadata?.reference === refund.reference);
    return found ? outcomeOfRefund(found) : null;
  }

  async lookDispute(gatewayId: string): Promise<SeenDispute> {
    return seenDispute(await asked(() => this.#stripe.disputes.retrieve(gatewayId, { expand: ['payment_intent'] })));
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
    return asked(() => this.#stripe.paymentIntents.retrieve(id, { expand: OF_INTENT }));
  }

  /** Stripe's search is a minute behind, so a payment that is not found was not made a minute ago. */
  async #intentOf(reference: string): Promise<Stripe.PaymentIntent | undefined> {
    const query = `metadata["reference"]:"${reference}"`;
    const { data } = await asked(() =>
      this.#stripe.paymentIntents.search({ query, limit: 1, expand: OF_INTENT.map((field) => `data.${field}`) }),
    );
    return data[0];
  }

  async #paidIntent({ gatewayId, kind, reference }: AskedPayment): Promise<string> {
    if (gatewayId === null) throw new GatewayError('refused', `${reference} was never paid`);
    if (kind === 'saved_card') return gatewayId;
    const { payment_intent: intent } = await asked(() => this.#stripe.checkout.sessions.retrieve(gatewayId));
    const id = typeof intent === 'string' ? intent : intent?.id;
    if (!id) throw new GatewayError('refused', `${reference} was never paid`);
    return id;
  }
}

/** Stripe takes numbers, of which those above 2^53 would not be exact; it refuses far smaller amounts. */
const centsOf = ({ amount }: AskedPayment): number => Number(amount);
