import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { EXPIRY, renewalHelpers } from '../renewals/given-renewing.ts';

let lab: Lab;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
const now = new Date('2027-02-21T00:00:00Z');
beforeAll(async () => {
  lab = await openLab({ clock: { now: () => now } });
  given = renewalHelpers(lab, { now: () => now });
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());
afterAll(() => expectBooksClean(lab.db));

const call = (operation: Parameters<Lab['call']>[0], input: object = {}, token = me.token) =>
  lab.call(operation, input, { token });
const change = (order: number, [type, id]: [string, number], body: object, query = {}) =>
  call('changeRenewalPeriod', { params: { id: order, service_type: type, service_id: id }, body, query });

test('changeRenewalPeriod changes the months of a server and its addons at the quoted price, and moves later periods', async () => {
  const id = await given.server(me.accountId);
  const addon = await givenAddon(lab.db, { serverId: id, key: 'backups', price: 100n });
  const order = async () => (await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } })).body.id as number;
  const [first, second] = [await order(), await order()];
  const quote = await change(first, ['server', id], { billing_cycle: 3 }, { dry_run: 'true' });
  expect([quote.status, quote.body.amount, quote.body.amount_with_vat]).toEqual([200, 14.97, 17.96]);
  expect((await given.periods(id)).at(0)).toBe('2027-02-28 2027-03-31 ordered');
  expect((await change(first, ['server', id], { billing_cycle: 3 })).status).toBe(204);
  const { body } = await call('getOrder', { params: { id: first } });
  expect(body).toMatchObject({ amount: 14.97, amount_with_vat: 17.96 });
  expect(body.services).toMatchObject([
    { service_id: id, service_billing_cycle: 3, is_period_changeable: true, period_from: EXPIRY.getTime() / 1000 },
    { service_id: addon, service_billing_cycle: 3, is_period_changeable: false },
  ]);
  for (const service of [id, addon])
    expect(await given.periods(service)).toEqual(['2027-02-28 2027-05-31 ordered', '2027-05-31 2027-06-30 ordered']);
  const period_from = Date.parse('2027-05-31T12:00:00Z') / 1000;
  expect((await call('getOrder', { params: { id: second } })).body.services).toMatchObject([{ period_from }, { period_from }]);
  await given.fund(me.accountId, 1_796n);
  expect((await call('payOrders', { body: { order_ids: [first] } })).status).toBe(200);
  expect((await given.service(id)).until).toBe('2027-05-31');
  expect((await change(first, ['server', id], { billing_cycle: 1 })).body.code).toBe('wrong_state');
});

test('refuses a change of a single addon, an unsupported number of months, and an invalid code', async () => {
  const id = await given.server(me.accountId);
  const addon = await givenAddon(lab.db, { serverId: id, key: 'backups', price: 100n });
  const order = (await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } })).body.id;
  expect((await change(order, ['server-addon', addon], { billing_cycle: 3 })).body.code).toBe('wrong_state');
  expect((await change(order, ['server', id], { billing_cycle: 5 })).body.errors).toHaveProperty('billing_cycle');
  expect((await change(order, ['server', id], { billing_cycle: 3, promo_code: 'NOPE' })).body.errors).toHaveProperty(
    'promo_code',
  );
  expect((await given.orders(me.accountId)).at(-1)).toMatchObject({ net: 499n });
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 ordered']);
});
