/** Tests that an act on one service takes only this service and its addons out of a waiting renewal. The others stay payable. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { openRenewalLab } from '../mails/given-renewal-mails.ts';

const RENEWED = new Date('2027-02-21T00:00:00Z');
const PRICE = 12_00n;
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(RENEWED);
  operator = openOperator({ db: house.lab.db, clock: house.clock });
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  // Services of earlier tests are not renewed.
  await db().updateTable('services').set({ auto_renew: false }).execute();
  house.setTime(RENEWED);
  me = await givenAccount(db());
});
afterEach(() => expectBooksClean(db()));

const db = () => house.lab.db;
const server = () => house.given.server(me.accountId, { renew_price: 1000n });
const orders = () => house.given.orders(me.accountId);
const call = (operation: Parameters<typeof house.lab.call>[0], input: object) =>
  house.lab.call(operation, input, { token: me.token });
const linesOf = async (order: number) =>
  (await db().selectFrom('order_lines').select('service_id').where('order_id', '=', order).orderBy('position').execute()).map(
    ({ service_id }) => service_id,
  );

interface Renewed {
  left: number;
  addon: number;
  kept: number;
  order: number;
}

/** Lets a job order the renewal of two servers, of which the first has an addon. */
async function renewed(key = 'backups'): Promise<Renewed> {
  const left = await server();
  const addon = await givenAddon(db(), { serverId: left, key, price: 500n });
  const kept = await server();
  await house.given.renew();
  const order = (await orders()).at(-1)?.id ?? expect.fail('no order');
  expect(await linesOf(order)).toEqual([left, addon, kept]);
  return { left, addon, kept, order };
}

const ACTS: readonly [string, (of: Renewed) => Promise<unknown>][] = [
  ['suspended by staff', ({ left }) => operator.run('suspendService', { service: left, reason: 'It sends spam.' })],
  [
    'moved to another end',
    ({ left }) => operator.run('setService', { service: left, expiry_at: '2027-06-15T12:00:00Z', reason: 'For the outage.' }),
  ],
  ['cancelled by its owner', ({ left }) => call('cancelServer', { params: { id: left }, body: { now: false } })],
];

test.each(ACTS)('a server that is %s leaves its waiting renewal, and the other one is paid by the same order', async (_, act) => {
  const of = await renewed();
  expect(await house.written(me)).toMatchObject([{ template: 'renewal-due' }]);
  await act(of);
  expect(await linesOf(of.order)).toEqual([of.kept]);
  expect(await orders()).toMatchObject([{ id: of.order, status: 'awaiting_payment', gross: PRICE }]);
  house.setTime(new Date(house.clock.now().getTime() + days(1)));
  expect(await house.written(me)).toMatchObject([
    { template: 'renewal-due', data: { debts: [{ order: of.order, amount: '12.00 EUR' }], reduced: true } },
  ]);
  expect((await mailsOf(db(), me)).filter(({ template }) => template === 'order-void')).toEqual([]);
  await house.given.fund(me.accountId, PRICE);
  await house.given.pay();
  expect((await orders())[0]).toMatchObject({ id: of.order, status: 'paid', gross: PRICE });
  expect((await house.given.service(of.kept)).until).toBe('2027-03-31');
  expect((await house.given.service(of.left)).until).not.toBe('2027-03-31');
});

test.each([
  ['service-suspended', 'suspendService', {}],
  ['service-end-moved', 'setService', { expiry_at: '2027-06-15T12:00:00Z' }],
] as const)('the printed reply and the mail %s name the order that goes on', async (template, operation, input) => {
  const { left, order } = await renewed();
  expect(await house.written(me)).toMatchObject([{ template: 'renewal-due' }]);
  const text = await operator.print(operation, { service: left, reason: 'It sends spam.', ...input });
  expect(text.split('\n').at(-1)).toBe(`Order ${order} goes on for other services, and costs 12.00 now.`);
  const mail = (await mailsOf(db(), me)).find((one) => one.template === template);
  expect(mail?.data).toMatchObject({ reducedOrders: [{ order, amount: '12.00 EUR' }] });
  expect(mail?.data).not.toHaveProperty('orders');
});

test('the reply names an order that no mail asked for, and the mail does not', async () => {
  const { left, order } = await renewed();
  expect(await operator.run('suspendService', { service: left, reason: 'It sends spam.' })).toMatchObject({
    ...{ void_orders: [], reduced_orders: [{ order, gross: '12.00' }] },
  });
  expect((await mailsOf(db(), me)).at(-1)?.data).not.toHaveProperty('reducedOrders');
});

interface OwnAct {
  act(of: Renewed): Promise<{ status: number }>;
  /** Key of the addon. */
  addon?: string;
  /** Amount that pays for the act, with VAT. */
  funds?: bigint;
}

const OWN_ACTS: readonly [string, OwnAct][] = [
  ['renewed by hand', { act: ({ left }) => call('renewServers', { body: { server_ids: [left], billing_cycle: 1 } }) }],
  [
    'given an addon that is paid at once',
    {
      addon: 'microsoft_rds_sal',
      funds: 10_00n,
      act: ({ left }) => call('purchaseServerAddons', { params: { id: left }, body: { backups: true } }),
    },
  ],
  [
    'given more seats of an addon',
    {
      addon: 'microsoft_rds_sal',
      funds: 10_00n,
      act: ({ left }) => call('scaleServerAddons', { params: { id: left }, body: { microsoft_rds_sal: 2 } }),
    },
  ],
];

test.each(OWN_ACTS)(
  'a server that is %s leaves its waiting renewal, and is renewed by another one',
  async (_, { act, addon, funds }) => {
    const of = await renewed(addon);
    if (funds) await house.given.fund(me.accountId, funds);
    expect(await act(of)).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    expect(await linesOf(of.order)).toEqual([of.kept]);
    expect(await orders()).toMatchObject([{ id: of.order, status: 'awaiting_payment', gross: PRICE }, {}]);
    await house.given.renew();
    const waiting = (await orders()).filter(({ status }) => status === 'awaiting_payment');
    expect(waiting).toMatchObject([{ id: of.order }, {}]);
    const own = waiting[1]?.id ?? expect.fail('no order');
    const added = (await linesOf(own)).filter((id): id is number => id !== null && id !== of.left && id !== of.addon);
    expect(await linesOf(own)).toEqual([of.left, of.addon, ...added]);
    await house.given.fund(me.accountId, 200_00n);
    await house.given.pay();
    expect(await orders()).toMatchObject((await orders()).map(() => ({ status: 'paid' })));
    for (const id of [of.left, of.addon, of.kept, ...added]) expect((await house.given.service(id)).until).toBe('2027-03-31');
  },
);

test('an addon that ends early leaves the renewal, which still renews its server', async () => {
  const { left, addon, kept, order } = await renewed();
  const input = { params: { id: left, addon_id: addon }, body: { now: true, reason: 'Given' } };
  expect((await call('cancelServerAddon', input)).status).toBe(204);
  expect(await linesOf(order)).toEqual([left, kept]);
  expect((await orders())[0]).toMatchObject({ id: order, status: 'awaiting_payment', gross: 2n * PRICE });
});

test('a renewal that is being paid keeps all its services', async () => {
  await givenSavedCard(db(), me);
  const { left, addon, kept, order } = await renewed();
  await db().updateTable('orders').set({ status: 'processing' }).where('id', '=', order).execute();
  await operator.run('suspendService', { service: left, reason: 'It sends spam.' });
  expect(await linesOf(order)).toEqual([left, addon, kept]);
  await house.refuseCharge(order);
});

test('a renewal of which no service is left is void', async () => {
  const { left, kept, order } = await renewed();
  for (const service of [left, kept]) await operator.run('suspendService', { service, reason: 'It sends spam.' });
  expect(await orders()).toMatchObject([{ id: order, status: 'cancelled' }]);
});
