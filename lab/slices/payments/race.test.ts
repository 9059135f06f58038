import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode } from '../../given.ts';
import { givenPaymentMethods, pollPaymentsAhead } from '../../given-payments.ts';
import { balance, deploy } from '../given-deploy.ts';

let chain: Chain;
beforeAll(async () => {
  const paid = { servers: 1_000, addresses: 1_000, amount: 1_000_000_00n };
  // The usual limits would throttle most of these requests.
  const openBucket = () => () => ({ limit: 1_000_000, remaining: 1_000_000 });
  const inFlight = { running: 16, waiting: 1_000 };
  chain = await openChain({ settings: { unpaid: { paid, neverPaid: paid } }, openBucket, inFlight });
  await givenNode(chain.db);
  await givenPaymentMethods(chain.db);
});
afterAll(() => chain.close());

test('500 concurrent payments, deploys and cancellations of one account never overspend or pay twice', async () => {
  // The funds suffice for about twenty servers.
  const owner = await givenAccount(chain.db, { funds: 100_00n });
  const as = { token: owner.token };
  const ids: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    const { status, headers } = await deploy(chain, owner, { name: `wait-${i}`, auto_pay: false });
    expect(status).toBe(201);
    ids.push(Number(headers['x-order-id']));
  }
  const any = (i: number): number => ids[(i * 7) % ids.length] as number;
  const acts = Array.from({ length: 500 }, (_, i) => {
    if (i % 10 < 5) return chain.call('payOrders', { body: { order_ids: [any(i)], payment_method: 'balance' } }, as);
    if (i % 10 < 7) return chain.call('payOrders', { body: { order_ids: [any(i)], payment_method: 'card' } }, as);
    if (i % 10 === 7) return chain.call('deleteOrder', { params: { id: any(i) } }, as);
    if (i % 10 === 8) return deploy(chain, owner, { name: `now-${i}` });
    return chain.call('depositFunds', { body: { amount: 5, payment_method: 'card' } }, as);
  });
  const statuses = new Set((await Promise.all(acts)).map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 201, 204, 422, 429, 503].includes(status))).toEqual([]);
  await chain.worker.idle();
  await pollPaymentsAhead(chain, minutes(1));
  await chain.worker.idle();
  const twice = await chain.db
    .selectFrom('ledger_entries')
    .select('order_id')
    .where('account_id', '=', owner.accountId)
    .where('kind', '=', 'payment')
    .groupBy('order_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .execute();
  expect(twice).toEqual([]);
  const gone = await chain.db
    .selectFrom('ledger_entries as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select('o.id')
    .where('o.account_id', '=', owner.accountId)
    .where('e.kind', '=', 'payment')
    .where('o.paid_at', 'is', null)
    .execute();
  expect(gone).toEqual([]);
  expect(await balance(chain, owner)).toBeGreaterThanOrEqual(0);
  await expectBooksClean(chain.db);
}, 60_000);
