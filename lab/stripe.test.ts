import { randomBytes } from 'node:crypto';
import { gatewayConformance } from '@innkeeper/engine/payments/conformance';
import { openWebhookReaders } from '@innkeeper/engine/payments/open';
import { StripeGateway } from '@innkeeper/engine/payments/stripe/driver';
import { stripeHint } from '@innkeeper/engine/payments/stripe/webhook';
import { makeReference } from '@innkeeper/model/payments/reference';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStripeServer, type StripeServer } from './stripe-server.ts';

const CARD = { gatewayId: 'pm_saved', gatewayCustomer: 'cus_1' };
const open = async () => {
  const stripe = await openStripeServer();
  stripe.saveCard(CARD.gatewayId);
  const { server, secretKey } = stripe;
  return { stripe, gateway: new StripeGateway({ secretKey, server, timeoutMs: 2_000 }) };
};

gatewayConformance(
  'stripe',
  async () => {
    const { stripe, gateway } = await open();
    return {
      gateway,
      amounts: { pays: 10_00n, declines: 10_01n, declinesForGood: 10_02n, losesAnswer: 10_03n, neverArrives: 10_04n },
      pay: async ({ gatewayId }) => stripe.pay(String(gatewayId)),
      card: CARD,
      countTaken: async (reference) => stripe.taken(reference),
      close: stripe.close,
    };
  },
  { hostedCheckout: true, savedCards: true, refunds: true },
);

let stripe: StripeServer;
let gateway: StripeGateway;
beforeAll(async () => {
  ({ stripe, gateway } = await open());
});
afterAll(() => stripe.close());

const asked = (kind: 'checkout' | 'saved_card', amount = 10_00n) => ({
  ...{ reference: makeReference(randomBytes(12)), amount, currency: 'EUR', description: 'Order 1', gatewayId: null, kind },
});
const options = (begunAt = new Date()) => ({
  ...{ returnUrl: 'https://a.example/', begunAt, expiresAt: new Date(begunAt.getTime() + 60_000), accountId: 1, saveCard: true },
});

test.each([true, false])('a card is stored at Stripe only by consent: %s; its country is reported always', async (saveCard) => {
  const payment = asked('checkout');
  const { gatewayId } = await gateway.open(payment, { ...options(), saveCard });
  stripe.pay(String(gatewayId));
  const outcome = await gateway.poll({ ...payment, gatewayId });
  expect(outcome).toMatchObject({ state: 'succeeded', cardCountry: 'DE', card: saveCard ? { last4: '4242' } : null });
});

test('every POST has an idempotency key, and retries after server errors use the same one', async () => {
  stripe.requests.length = 0;
  stripe.failNext(500, 'nothing');
  const payment = asked('saved_card');
  expect(await gateway.charge(payment, CARD)).toMatchObject({ state: 'succeeded' });
  expect(stripe.requests).toEqual(Array(3).fill({ line: 'POST /v1/payment_intents', key: `charge-${payment.reference}` }));
  expect(stripe.taken(payment.reference)).toBe(1);
});

test('repeated server errors leave the outcome unknown; a busy reply means that nothing was done', async () => {
  stripe.failNext(500, 500, 500);
  await expect(gateway.charge(asked('saved_card'), CARD)).rejects.toMatchObject({ kind: 'lost' });
  stripe.failNext(429);
  await expect(gateway.charge(asked('saved_card'), CARD)).rejects.toMatchObject({ kind: 'busy' });
});

test('the error for a refused key does not contain the key', async () => {
  const wrong = new StripeGateway({ secretKey: 'sk_test_wrong', server: stripe.server });
  const error = await wrong.charge(asked('saved_card'), CARD).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'refused' });
  expect(String(error)).not.toContain('sk_test');
});

test('repeated requests for a page are identical at any later time', async () => {
  const payment = asked('checkout');
  const begunAt = new Date(Date.now() - 7_200_000);
  const first = await gateway.open(payment, options(begunAt));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await gateway.open(payment, options(begunAt))).toEqual(first);
});

test('saves a card that was used on the page, with the country of its bank', async () => {
  const payment = asked('checkout');
  const { gatewayId } = await gateway.open(payment, options());
  stripe.pay(String(gatewayId));
  expect(await gateway.poll({ ...payment, gatewayId })).toMatchObject({
    card: { gatewayCustomer: 'cus_1', brand: 'visa', last4: '4242', country: 'DE' },
  });
});

test('detaches a card with an idempotency key; an unknown card counts as detached, a refused request does not', async () => {
  stripe.requests.length = 0;
  stripe.saveCard('pm_old');
  await gateway.detachCard('pm_old');
  expect(stripe.requests).toEqual([{ line: 'POST /v1/payment_methods/pm_old/detach', key: 'detach-pm_old' }]);
  await gateway.detachCard('pm_unknown');
  stripe.saveCard('pm_refused');
  stripe.failNext(400);
  await expect(gateway.detachCard('pm_refused')).rejects.toMatchObject({ kind: 'refused' });
  await gateway.detachCard('pm_refused');
  expect(stripe.requests.filter(({ line }) => line === 'POST /v1/payment_methods/pm_refused/detach')).toHaveLength(2);
});

test('a dispute refers to its payment by our reference', async () => {
  const payment = asked('saved_card');
  await gateway.charge(payment, CARD);
  for (const [status, state] of [
    ['warning_needs_response', 'inquiry'],
    ['needs_response', 'open'],
    ['lost', 'lost'],
    ['won', 'won'],
  ] as const) {
    stripe.dispute('dp_1', payment.reference, status);
    expect(await gateway.pollDispute('dp_1')).toMatchObject({ paymentReference: payment.reference, amount: 10_00n, state });
  }
});

test('accepts webhooks signed by Stripe, and refuses altered and old ones', async () => {
  const reader = (await openWebhookReaders({ sandbox: null, stripe: 'whsec_lab' })).get('stripe');
  const now = new Date();
  const payload = JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed', data: { object: { id: 'cs_1' } } });
  const sign = (at: Date) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_lab', timestamp: Math.floor(at.getTime() / 1000) });
  const verify = (body: string, signature: string) => reader?.verify(Buffer.from(body), { 'stripe-signature': signature }, now);
  expect(await verify(payload, sign(now))).toEqual({
    eventId: 'evt_1',
    eventType: 'checkout.session.completed',
    hint: { about: 'payment', gatewayId: 'cs_1' },
  });
  expect(await verify(payload.replace('cs_1', 'cs_2'), sign(now))).toBeUndefined();
  expect(await verify(payload, sign(new Date(now.getTime() - 600_000)))).toBeUndefined();
  expect(await verify(payload, 'nonsense')).toBeUndefined();
  expect(stripeHint(Buffer.from(payload))).toEqual({ about: 'payment', gatewayId: 'cs_1' });
  expect(stripeHint(Buffer.from('{"id":"e","type":"customer.created","data":{"object":{}}}'))).toEqual({ about: 'nothing' });
});

test.each([
  ['v2.core.event', 'v1.checkout.session.completed'],
  ['v2.core.event', 'checkout.session.completed'],
  ['event', 'payment_intent.succeeded'],
])('acknowledges and ignores a thin event: %s %s', async (object, type) => {
  const reader = (await openWebhookReaders({ sandbox: null, stripe: 'whsec_lab' })).get('stripe');
  const related_object = { id: 'cs_1', type: 'checkout.session', url: '/v1/checkout/sessions/cs_1' };
  const payload = JSON.stringify({ id: 'evt_thin', object, type, created: '2026-11-28T12:00:00.000Z', related_object });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_lab' });
  expect(await reader?.verify(Buffer.from(payload), { 'stripe-signature': signature }, new Date())).toEqual({
    ...{ eventId: 'evt_thin', eventType: type, hint: { about: 'nothing' } },
  });
  const altered = payload.replace('cs_1', 'cs_2');
  expect(await reader?.verify(Buffer.from(altered), { 'stripe-signature': signature }, new Date())).toBeUndefined();
});
