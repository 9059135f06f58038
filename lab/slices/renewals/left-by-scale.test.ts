/** Tests that another plan takes only its own server out of unpaid renewals, whether a job or the owner ordered them. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from './given-renewing.ts';

const clock = movingClock();
let chain: Chain;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
});
afterAll(() => chain.close());
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 2n * NANO });
  given = renewalHelpers(chain, clock);
  await chain.db.deleteFrom('service_beats').execute();
});
afterEach(() => expectBooksClean(chain.db));

/** Monthly prices with VAT. */
const NANO = 479n;
const MICRO = 839n;

const call = (operation: Parameters<Chain['call']>[0], input: object = {}) => chain.call(operation, input, { token: me.token });
const whenFree = (id: number) => chain.serverWhen(id, me.token, ({ status, locked }) => status === 'active' && locked === null);
const unpaid = async () => (await given.orders(me.accountId)).filter(({ status }) => status === 'awaiting_payment');
const servicesOf = async (order: number | undefined) =>
  (
    await chain.db
      .selectFrom('order_lines')
      .select('service_id')
      .where('order_id', '=', Number(order))
      .orderBy('position')
      .execute()
  ).map(({ service_id }) => service_id);

async function running(): Promise<number> {
  const { id } = (await deploy(chain, me)).body;
  await whenFree(id);
  return id;
}

test.each(['a job', 'its owner'])('a larger plan leaves the renewal of two servers by %s', async (by) => {
  const [own, other] = [await running(), await running()];
  if (by === 'a job') {
    clock.pass(days(25));
    await given.renew();
  } else {
    const body = { server_ids: [own, other], billing_cycle: 1, auto_pay: false };
    expect((await call('renewServers', { body })).status).toBe(201);
  }
  const [order] = await unpaid();
  expect(await servicesOf(order?.id)).toEqual([own, other]);
  await given.fund(me.accountId, MICRO);
  expect((await call('scaleServer', { params: { id: own }, body: { plan: 'micro', scale_disk: false } })).status).toBe(200);
  await whenFree(own);
  expect(await servicesOf(order?.id)).toEqual([other]);
  expect(await unpaid()).toMatchObject([{ id: order?.id, gross: NANO }]);
  if (by === 'its owner') clock.pass(days(25));
  await given.renew();
  const [first, next, ...more] = await unpaid();
  expect(more).toEqual([]);
  expect([first, next]).toMatchObject([{ id: order?.id, gross: NANO }, { gross: MICRO }]);
  expect(await servicesOf(next?.id)).toEqual([own]);
  const ends = async () => Promise.all([own, other].map(async (id) => (await given.service(id)).expiry_at?.getTime() ?? 0));
  const before = await ends();
  await given.fund(me.accountId, NANO + MICRO);
  expect((await call('payOrders', { body: { order_ids: [order?.id, next?.id] } })).status).toBe(200);
  expect(await unpaid()).toEqual([]);
  for (const [i, end] of (await ends()).entries()) expect(end - (before[i] ?? 0)).toBeGreaterThan(days(27));
});
