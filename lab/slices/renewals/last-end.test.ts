/** Tests a renewal of services that end at different times. Each leaves it at its end, and the others can be paid until the last end. */
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from './given-renewing.ts';

const PRICE = 479n;
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
  me = await givenAccount(chain.db, { funds: 2n * PRICE });
  given = renewalHelpers(chain, clock);
  await chain.db.deleteFrom('service_beats').execute();
});
afterEach(async () => {
  await expectBooksClean(chain.db);
  await assertInvariants(chain);
});

const call = (operation: Parameters<Chain['call']>[0], input: object = {}) => chain.call(operation, input, { token: me.token });
const whenever = (id: number, status: string) =>
  chain.serverWhen(id, me.token, (server) => server.status === status && server.locked === null);
const statusesOf = async (...ids: number[]) => Promise.all(ids.map(async (id) => (await given.service(id)).status));
const after = (date: Date, ms: number) => new Date(date.getTime() + ms);
const renewal = async () => {
  const order = (await given.orders(me.accountId)).at(-1) ?? expect.fail('no order');
  return (await call('getOrder', { params: { id: order.id } })).body;
};

async function passTo(at: Date, step = days(1), isOrdersLast = false): Promise<void> {
  while (clock.now().getTime() < at.getTime()) {
    clock.pass(Math.min(step, at.getTime() - clock.now().getTime()));
    if (!isOrdersLast) await expireOrders(given.cx());
    await given.look(chain.worker);
    if (isOrdersLast) await expireOrders(given.cx());
  }
}

/** Deploys two servers at different hours of a day. Their renewal is one order. Returns them with their expiries, and the order. */
async function renewed() {
  const servers: { id: number; expiry: Date }[] = [];
  for (const _ of [1, 2]) {
    const { id } = (await deploy(chain, me)).body;
    servers.push({ id, expiry: new Date((await whenever(id, 'active')).expiry_at) });
    // Both hours are of one day in UTC.
    const { expiry } = servers[0] ?? expect.fail();
    clock.pass((expiry.getUTCHours() < 12 ? 1 : -1) * hours(8));
  }
  const [first, last] = servers.toSorted((a, b) => a.expiry.getTime() - b.expiry.getTime());
  if (!first || !last) return expect.fail();
  await passTo(after(first.expiry, -hours(1)));
  const order = await renewal();
  expect(order).toMatchObject({ status: 'awaiting_payment', services: [{}, {}] });
  return { first, last, order };
}

/** Lets both services be suspended at their expiry, and the first one end. */
async function endFirst({ first, last }: Awaited<ReturnType<typeof renewed>>): Promise<void> {
  await passTo(after(first.expiry, hours(1)));
  await passTo(after(last.expiry, hours(1)), hours(2));
  await passTo(after(first.expiry, days(7) + hours(3)));
  await whenever(first.id, 'terminated');
}

test('a service that ends unpaid leaves the order, and the other one is paid until its own end', async () => {
  const two = await renewed();
  const { first, last, order } = two;
  await endFirst(two);
  expect(await statusesOf(first.id, last.id)).toEqual(['terminated', 'suspended']);
  const left = await renewal();
  expect(left).toMatchObject({ id: order.id, status: 'awaiting_payment', services: [{}] });
  expect(new Date(left.due_at).getTime()).toBeGreaterThan(last.expiry.getTime() + days(7));
  await passTo(after(clock.now(), hours(1)), hours(1));
  const asked = (await mailsOf(chain.db, me)).filter(({ template }) => template === 'renewal-due');
  expect(asked.at(-1)).toMatchObject({
    data: { debts: [{ order: order.id, amount: expect.stringMatching(/^4\.79 /) }], reduced: true },
  });
  await given.fund(me.accountId, PRICE);
  await passTo(after(clock.now(), hours(1)), hours(1));
  await whenever(last.id, 'active');
  expect((await mailsOf(chain.db, me)).filter(({ template }) => template === 'order-void')).toEqual([]);
  expect((await given.orders(me.accountId)).map(({ status, gross }) => [status, gross])).toEqual([
    ['paid', PRICE],
    ['paid', PRICE],
    ['paid', PRICE],
  ]);
});

test.each([
  ['the order', false],
  ['the service', true],
])(
  'what nobody pays lapses with its last service, %s first, and nothing is ordered or mailed for a month',
  async (_, isOrdersLast) => {
    const two = await renewed();
    await endFirst(two);
    await passTo(after(two.last.expiry, days(7) + hours(6)), hours(3), isOrdersLast);
    await whenever(two.last.id, 'terminated');
    expect(await renewal()).toMatchObject({ id: two.order.id, status: 'cancelled' });
    await passTo(after(clock.now(), hours(1)), hours(1));
    const mails = await mailsOf(chain.db, me);
    expect(mails.map(({ template }) => template).filter((template) => template === 'order-void')).toEqual([]);
    expect(mails.at(-1)).toMatchObject({ template: 'services-ended' });
    await passTo(after(clock.now(), days(31)));
    expect(await mailsOf(chain.db, me)).toHaveLength(mails.length);
    expect(await renewal()).toMatchObject({ id: two.order.id });
  },
);

test('an order does not lapse at the end of its first service while another one is not even suspended', async () => {
  const two = await renewed();
  const { first, last, order } = two;
  // An outage has postponed the suspension of the other one.
  const later = after(last.expiry, days(20));
  await chain.db.updateTable('services').set({ suspend_after: later }).where('id', '=', last.id).execute();
  await endFirst(two);
  expect(await statusesOf(first.id, last.id)).toEqual(['terminated', 'active']);
  await passTo(after(later, -days(1)));
  expect(await renewal()).toMatchObject({ id: order.id, status: 'awaiting_payment', services: [{}] });
  await given.fund(me.accountId, PRICE);
  await passTo(after(clock.now(), hours(1)), hours(1));
  expect(await renewal()).toMatchObject({ id: order.id, status: 'paid' });
  expect(await statusesOf(last.id)).toEqual(['active']);
});

test("the owner's own renewal of both is not void either, and one of a single service lapses as ever", async () => {
  const two = await renewed();
  const { first, last } = two;
  const body = { server_ids: [first.id, last.id], billing_cycle: 1 };
  const { id } = (await call('renewServers', { body })).body;
  await endFirst(two);
  expect(await renewal()).toMatchObject({ id, status: 'awaiting_payment', services: [{}] });
  await passTo(after(last.expiry, days(7) + hours(6)), hours(3));
  await whenever(last.id, 'terminated');
  expect(await renewal()).toMatchObject({ id, status: 'cancelled' });
});
