import { join } from 'node:path';
import { receiveWebhook } from '@innkeeper/domain/payments/receive-webhook';
import { SandboxGateway } from '@innkeeper/engine/payments/sandbox/driver';
import { sandboxEvent, sandboxWebhooks } from '@innkeeper/engine/payments/sandbox/webhook';
import { handleWebhooks } from '@innkeeper/jobs/handle-webhooks';
import type { WebhookHint } from '@innkeeper/model/payments/outcome';
import { minutes, systemClock } from '@innkeeper/model/time/clock';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenPaymentMethods, paymentJobCx, pollPaymentsAhead } from '../../given-payments.ts';
import { balance } from '../given-deploy.ts';

const SECRET = 'of the lab';
let chain: Chain;
beforeAll(async () => {
  chain = await openChain({ webhooks: new Map([['sandbox', sandboxWebhooks(SECRET)]]) });
  await givenPaymentMethods(chain.db);
});
afterAll(() => chain.close());

const as = ({ token }: GivenAccount) => ({ token });
const handle = () => handleWebhooks(paymentJobCx(chain));
const post = (event: { id: string; type: string; subject: string }, secret = SECRET, url = '/webhooks/sandbox') => {
  const { body, headers } = sandboxEvent(secret, event, new Date());
  return chain.app.inject({ method: 'POST', url, payload: body, headers: { ...headers, 'content-type': 'application/json' } });
};
/** Opens payment pages for deposits and returns the payments. */
async function opened(owner: GivenAccount, ...amounts: number[]) {
  for (const amount of amounts) {
    const { status } = await chain.call('depositFunds', { body: { amount, payment_method: 'card' } }, as(owner));
    expect(status).toBe(201);
  }
  await chain.worker.idle();
  const payments = chain.db.selectFrom('payments').selectAll().where('account_id', '=', owner.accountId);
  return payments.orderBy('id').execute();
}

test('a delivery is stored raw, acknowledged at once, and handled once', async () => {
  const owner = await givenAccount(chain.db);
  const [payment] = await opened(owner, 20);
  const event = { id: 'evt-once', type: 'payment', subject: String(payment?.gateway_id) };
  for (const _ of [1, 2]) expect((await post(event)).statusCode).toBe(200);
  expect(await balance(chain, owner)).toBe(0);
  await handle();
  expect(await balance(chain, owner)).toBe(20);
  await post(event);
  await handle();
  const kept = await chain.db.selectFrom('webhook_deliveries').selectAll().where('event_id', '=', 'evt-once').execute();
  expect(kept).toMatchObject([
    { gateway: 'sandbox', event_type: 'payment', outcome: `payment ${payment?.id}`, handled_at: expect.any(Date) },
  ]);
  expect(kept[0]?.body.toString()).toBe(JSON.stringify(event));
  expect(await balance(chain, owner)).toBe(20);
});

test('unknown events are stored and ignored', async () => {
  await post({ id: 'evt-odd', type: 'weather', subject: 'fair' });
  await post({ id: 'evt-foreign', type: 'payment', subject: 'of another installation' });
  await handle();
  const outcomes = await chain.db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'outcome'])
    .where('event_id', 'in', ['evt-odd', 'evt-foreign'])
    .orderBy('event_id')
    .execute();
  expect(outcomes).toEqual([
    { event_id: 'evt-foreign', outcome: 'ignored: no payment of ours' },
    { event_id: 'evt-odd', outcome: 'ignored' },
  ]);
});

test('refuses other gateways, large bodies and bad signatures, and throttles a flood of them', async () => {
  const event = { id: 'evt-bad', type: 'payment', subject: 'a' };
  expect((await post(event, SECRET, '/webhooks/stripe')).statusCode).toBe(404);
  const much = await chain.app.inject({
    method: 'POST',
    url: '/webhooks/sandbox',
    payload: 'a'.repeat(600_000),
    headers: { 'content-type': 'text/plain' },
  });
  expect(much.statusCode).toBe(413);
  const answers: number[] = [];
  for (let i = 0; i < 25; i += 1) answers.push((await post(event, 'of somebody else')).statusCode);
  expect(answers).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  expect((await post(event)).statusCode).toBe(429);
  expect(await chain.db.selectFrom('webhook_deliveries').select('id').where('event_id', '=', 'evt-bad').execute()).toEqual([]);
});

test('a flood of deliveries of one account delays those of another by only a few', async () => {
  const [flooding, other] = [await givenAccount(chain.db), await givenAccount(chain.db)];
  const [theirs] = await opened(flooding, 20);
  const [mine] = await opened(other, 20);
  for (let n = 1; n <= 40; n += 1)
    await keep({ id: `flood-${n}`, type: 'payment', subject: String(theirs?.gateway_id) }, flooding);
  for (const n of [1, 2]) await keep({ id: `calm-${n}`, type: 'payment', subject: String(mine?.gateway_id) }, other);
  await handleWebhooks(paymentJobCx(chain), ['sandbox'], 1);
  const handled = await chain.db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('event_id', '~', '^(flood|calm)-')
    .where('handled_at', 'is not', null)
    .orderBy('handled_at')
    .execute();
  expect(handled).toHaveLength(42);
  expect(handled.findIndex(({ event_id }) => event_id === 'calm-2')).toBeLessThanOrEqual(3);
});

test('a delivery is stored with the account of its subject, if known', async () => {
  const owner = await givenAccount(chain.db);
  const [payment] = await opened(owner, 20);
  const store = (id: string, hint: WebhookHint) =>
    receiveWebhook(
      { db: chain.api.db, clock: systemClock },
      'sandbox',
      { eventId: id, eventType: 'any', hint },
      Buffer.from('{}'),
    );
  await store('of-payment', { about: 'payment', gatewayId: String(payment?.gateway_id) });
  await store('of-reference', { about: 'reference', reference: String(payment?.reference) });
  for (const about of ['payment', 'refund', 'dispute'] as const) await store(`of-none-${about}`, { about, gatewayId: 'nobody' });
  await store('of-nothing', { about: 'nothing' });
  const rows = await chain.db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'account_id'])
    .where('event_id', '~', '^of-')
    .orderBy('id')
    .execute();
  expect(rows.map(({ account_id }) => account_id)).toEqual([owner.accountId, owner.accountId, null, null, null, null]);
});

test('fetches a dispute that a gateway reports', async () => {
  const owner = await givenAccount(chain.db);
  const [payment] = await opened(owner, 20);
  await pollPaymentsAhead(chain, minutes(1));
  const gateway = new SandboxGateway(join(chain.home, 'payments', 'sandbox'));
  await gateway.dispute('dp-1', { paymentReference: String(payment?.reference), amount: 20_00n, state: 'open' });
  await keep({ id: 'evt-dispute', type: 'dispute', subject: 'dp-1' });
  await handle();
  expect(await balance(chain, owner)).toBe(0);
});

/** Stores an event as if it had been received, because the address of the tests is now refused. */
async function keep(
  event: { id: string; type: string; subject: string },
  { accountId }: { accountId?: number } = {},
): Promise<void> {
  const row = {
    account_id: accountId ?? null,
    gateway: 'sandbox' as const,
    event_id: event.id,
    event_type: event.type,
    body: Buffer.from(JSON.stringify(event)),
  };
  await chain.db
    .insertInto('webhook_deliveries')
    .values(row)
    .onConflict((oc) => oc.columns(['gateway', 'event_id']).doNothing())
    .execute();
}

test('each payment is posted once, despite repeated, reordered webhooks and polls in between', async () => {
  const amounts = fc.array(fc.constantFrom(10, 10.01, 10.02, 10.05, 10.06), { minLength: 1, maxLength: 4 });
  const acts = fc.array(fc.tuple(fc.nat(3), fc.constantFrom('tell', 'handle', 'look', 'close')), { maxLength: 16 });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(amounts, acts, async (paymentAmounts, history) => {
      run += 1;
      const owner = await givenAccount(chain.db);
      const payments = await opened(owner, ...paymentAmounts);
      for (const [i, [which, act]] of history.entries()) {
        const payment = payments[which % payments.length];
        if (!payment) continue;
        if (act === 'tell')
          await keep({ id: `${run}-${i % 3}-${payment.id}`, type: 'payment', subject: String(payment.gateway_id) });
        if (act === 'handle') await Promise.all([handle(), handle()]);
        if (act === 'look') await pollPaymentsAhead(chain, minutes(60));
        if (act === 'close')
          await chain.db
            .updateTable('payments')
            .set({ closing: true, next_look_at: new Date() })
            .where('id', '=', payment.id)
            .where('state', '=', 'pending')
            .execute();
      }
      for (const payment of payments)
        await keep({ id: `${run}-last-${payment.id}`, type: 'payment', subject: String(payment.gateway_id) });
      await handle();
      const receipts = await chain.db
        .selectFrom('payment_receipts as r')
        .innerJoin('payments as p', 'p.id', 'r.payment_id')
        .select(['r.payment_id', 'r.amount', 'p.state', 'p.amount as asked'])
        .where('p.account_id', '=', owner.accountId)
        .execute();
      expect(new Set(receipts.map(({ payment_id }) => payment_id)).size).toBe(receipts.length);
      expect(receipts.every(({ amount, asked, state }) => amount === asked && state === 'succeeded')).toBe(true);
      const came = receipts.reduce((sum, { amount }) => sum + amount, 0n);
      expect(await balance(chain, owner)).toBe(Number(came) / 100);
      await expectBooksClean(chain.db);
    }),
    { numRuns: 15 },
  );
});

test('limits concurrent requests to a slow gateway, handles each delivery once, and blocks no other gateway', async () => {
  const owner = await givenAccount(chain.db);
  const [payment] = await opened(owner, 20);
  const deliver = (gateway: 'stripe' | 'sandbox', count: number) =>
    chain.db
      .insertInto('webhook_deliveries')
      .values(
        Array.from({ length: count }, (_, i) => ({
          ...{ gateway, event_id: `evt-many-${i}`, event_type: 'payment', body: Buffer.from(String(payment?.reference)) },
        })),
      )
      .execute();
  await deliver('stripe', 200);
  await deliver('sandbox', 3);
  const [cx, waiting] = [paymentJobCx(chain), [] as (() => void)[]];
  let [asked, slow] = [0, true];
  const payments = Object.assign(Object.create(cx.payments) as typeof cx.payments, {
    hint: (gateway: string, body: Buffer) =>
      gateway === 'stripe' ? { about: 'reference', reference: body.toString() } : { about: 'nothing' },
    async gateway() {
      asked += 1;
      if (slow) await new Promise<void>((resolve) => void waiting.push(resolve));
      return { poll: async () => ({ state: 'pending' }) };
    },
  });
  const handling = handleWebhooks({ ...cx, payments }, ['stripe']);
  await expect.poll(() => waiting.length).toBe(4);
  expect(await handleWebhooks({ ...cx, payments }, ['sandbox'])).toBe(3);
  expect(asked).toBe(4);
  slow = false;
  for (const goOn of waiting) goOn();
  expect(await handling).toBe(200);
  expect(asked).toBe(200);
  expect(await handleWebhooks({ ...cx, payments })).toBe(0);
});
