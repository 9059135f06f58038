import { checkStripeKey, type StripeKeyState } from '@innkeeper/engine/payments/stripe/check';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { openStripeServer, type StripeServer } from '@innkeeper/lab/stripe-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardSetup, checkCardPayments } from './card-payments.ts';

let lab: TestDatabase;
let stripe: StripeServer;
beforeAll(async () => {
  lab = await openTestDatabase();
  stripe = await openStripeServer();
});
afterAll(async () => {
  await stripe.close();
  await lab.close();
});

const NONE = { key: false, webhooks: false };
const BOTH = { key: true, webhooks: true };
const ask = (state: StripeKeyState) => () => Promise.resolve(state);

test.each<[name: string, driver: string | null, setup: Partial<CardSetup>, expected: object[]]>([
  ['no cards in the catalogue', null, {}, []],
  ['a key, but no card in the catalogue', null, { secrets: BOTH }, [{ ok: 'warn', why: /no payment method card/ }]],
  ['the sandbox in a trial', 'sandbox', { gateways: ['sandbox'] }, []],
  ['the sandbox outside of a trial', 'sandbox', {}, [{ ok: 'warn', why: /trial/, remedy: /driver: stripe/ }]],
  [
    'a key, but no driver: stripe',
    'sandbox',
    { secrets: BOTH },
    [{ ok: 'warn', why: /driver .* is sandbox/, remedy: /driver: stripe/ }],
  ],
  [
    'no key',
    'stripe',
    {},
    [{ ok: 'warn', why: /secret_key and payments.stripe.webhook_secret are not set/, remedy: /config set/ }],
  ],
  [
    'no webhook secret',
    'stripe',
    { secrets: { key: true, webhooks: false } },
    [{ ok: 'warn', why: /: payments.stripe.webhook_secret is not set/ }],
  ],
  ['a refused key', 'stripe', { secrets: BOTH, askStripe: ask('refused') }, [{ ok: false, why: /refuses the key/ }]],
  ['no answer', 'stripe', { secrets: BOTH, askStripe: ask('unreachable') }, [{ ok: 'warn', why: /does not answer/ }]],
  ['a good key', 'stripe', { secrets: BOTH, gateways: ['stripe'] }, [{ ok: true }]],
])('%s', async (_name, driver, setup, expected) => {
  const set = driver === null ? { enabled: false } : { enabled: true, driver };
  await lab.db.updateTable('payment_methods').set(set).where('key', '=', 'card').execute();
  const found = await checkCardPayments(lab.db, { gateways: [], secrets: NONE, askStripe: ask('accepted'), ...setup });
  expect(found).toEqual(
    expected.map((one) =>
      expect.objectContaining(
        Object.fromEntries(
          Object.entries(one).map(([key, value]) => [key, value instanceof RegExp ? expect.stringMatching(value) : value]),
        ),
      ),
    ),
  );
});

test('Stripe is asked about the key itself', async () => {
  const { server, secretKey } = stripe;
  expect(await checkStripeKey({ server, secretKey })).toBe('accepted');
  expect(await checkStripeKey({ server, secretKey: 'sk_test_another' })).toBe('refused');
  stripe.failNext('nothing', 'nothing', 'nothing');
  expect(await checkStripeKey({ server, secretKey })).toBe('unreachable');
});
