import { deposit } from '@innkeeper/db/ledger';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain();
  await givenNode(chain.db);
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

const ordered = async (owner: GivenAccount, name: string | string[] = 'web-1', auto_pay = true) => {
  const answer = await deploy(chain, owner, { name, auto_pay });
  return { orderId: Number(answer.headers['x-order-id']), server: answer.body };
};
const fund = (owner: GivenAccount, amount: bigint) =>
  chain.db.transaction().execute((trx) =>
    deposit(trx, {
      accountId: owner.accountId,
      amount,
      gateway: 'operator',
      paymentMethod: 'operator',
      description: 'Test',
      now: new Date(),
    }),
  );
const pay = (owner: GivenAccount, order_ids: number[]) =>
  chain.call('payOrders', { body: { order_ids, payment_method: 'balance' } }, { token: owner.token });
const used = () =>
  chain.db.selectFrom('nodes').select(['vcpus_used', 'memory_mb_used', 'disk_gb_used']).executeTakeFirstOrThrow();

test('payOrders builds the servers of the waiting orders', async () => {
  const owner = await givenAccount(chain.db);
  const { orderId, server } = await ordered(owner);
  const { due_at, auto_pay } = (await chain.call('getOrder', { params: { id: orderId } }, { token: owner.token })).body;
  expect(new Date(due_at).getTime()).toBeGreaterThan(Date.now());
  await fund(owner, 1000n);
  const paid = await pay(owner, [orderId]);
  expect(paid.status).toBe(200);
  // Payment changes neither the due date nor `auto_pay`.
  expect(paid.body.data).toMatchObject([{ id: orderId, status: 'paid', amount_from_balance: 4.79, due_at, auto_pay }]);
  await chain.serverWhen(server.id, owner.token, (one) => one.status === 'active');
  expect(await balance(chain, owner)).toBe(10 - 4.79);
  const deleted = await chain.call('deleteOrder', { params: { id: orderId } }, { token: owner.token });
  expect(deleted.body).toMatchObject({ code: 'wrong_state' });
});

test('payOrders pays all orders or none', async () => {
  const owner = await givenAccount(chain.db, { funds: 1n });
  const first = await ordered(owner, 'web-1', false);
  const second = await ordered(owner, 'web-2', false);
  await fund(owner, 499n);
  const answer = await pay(owner, [first.orderId, second.orderId]);
  expect(answer.status).toBe(422);
  expect(answer.body.code).toBe('insufficient_funds');
  expect(await balance(chain, owner)).toBe(5);
  for (const { orderId } of [first, second]) {
    const { body } = await chain.call('getOrder', { params: { id: orderId } }, { token: owner.token });
    expect(body.status).toBe('awaiting_payment');
  }
});

test('an order is paid once, regardless of how many concurrent payOrders calls there are', async () => {
  const owner = await givenAccount(chain.db);
  const { orderId } = await ordered(owner);
  await fund(owner, 1000n);
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(owner, [orderId])));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(422)]);
  expect(await balance(chain, owner)).toBe(10 - 4.79);
  expect((await pay(owner, [orderId, orderId])).status).toBe(422);
});

test('payOrders refuses unknown orders, orders of other accounts, and an unknown payment method', async () => {
  const owner = await givenAccount(chain.db);
  const other = await ordered(await givenAccount(chain.db));
  expect((await pay(owner, [other.orderId])).status).toBe(403);
  const absent = await pay(owner, [2_000_000_000]);
  expect(absent.status).toBe(422);
  expect(absent.body.errors).toHaveProperty(['order_ids.0']);
  const card = await chain.call(
    'payOrders',
    { body: { order_ids: [other.orderId], payment_method: 'bitcoin' } },
    { token: owner.token },
  );
  expect(card.body.errors).toHaveProperty('payment_method');
});

test('deleteOrder releases capacity and addresses, and a paid order cannot be deleted', async () => {
  const owner = await givenAccount(chain.db);
  const before = await used();
  const { orderId, server } = await ordered(owner);
  expect(await used()).not.toEqual(before);
  expect((await chain.call('deleteOrder', { params: { id: orderId } }, { token: owner.token })).status).toBe(204);
  expect(await used()).toEqual(before);
  const gone = await chain.call('getServer', { params: { id: server.id } }, { token: owner.token });
  expect(gone.body).toMatchObject({ status: 'terminated', ip_addresses: [] });
  expect(gone.body.status_reason).toContain('deleted before payment');
  expect((await chain.call('deleteOrder', { params: { id: orderId } }, { token: owner.token })).status).toBe(422);
  expect((await pay(owner, [orderId])).status).toBe(422);
});

test('the sweep cancels an order past its due date, and no earlier', async () => {
  const owner = await givenAccount(chain.db, { funds: 1n });
  const { orderId, server } = await ordered(owner, ['late-1', 'late-2']);
  const clock = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
  await expireOrders(givenJobCx(chain.db, { clock: clock(2 * 86_400_000) }));
  const status = async () => (await chain.call('getOrder', { params: { id: orderId } }, { token: owner.token })).body.status;
  expect(await status()).toBe('awaiting_payment');
  await expireOrders(givenJobCx(chain.db, { clock: clock(4 * 86_400_000) }));
  expect(await status()).toBe('cancelled');
  for (const { id } of server.data) {
    const { body } = await chain.call('getServer', { params: { id } }, { token: owner.token });
    expect(body).toMatchObject({ status: 'terminated', ip_addresses: [] });
    expect(body.status_reason).toContain('not paid before its due date');
  }
});

test('listOrders shows open and paid orders, newest first, and others if a filter requests them', async () => {
  const owner = await givenAccount(chain.db, { funds: 600n });
  const paid = await ordered(owner);
  const open = await ordered(owner, 'web-2');
  const deleted = await ordered(owner, 'web-3');
  await chain.call('deleteOrder', { params: { id: deleted.orderId } }, { token: owner.token });
  const list = async (query = {}) =>
    (await chain.call('listOrders', { query }, { token: owner.token })).body.data.map((order: { id: number }) => order.id);
  expect(await list()).toEqual([open.orderId, paid.orderId]);
  expect(await list({ 'filter[status]': 'cancelled' })).toEqual([deleted.orderId]);
  expect(await list({ 'filter[status]': 'paid' })).toEqual([paid.orderId]);
  await chain.worker.idle({ horizonMs: 60_000 });
  await assertInvariants(chain);
});
