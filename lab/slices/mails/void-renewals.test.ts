/** Tests that a void renewal that was asked for is told once, by a mail of its own or by its replacement. */
import { transact } from '@innkeeper/domain/context';
import { cancelWaitingRenewals } from '@innkeeper/domain/renewals/cancel-renewals';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { VOID_REASONS } from '@innkeeper/model/services/void-reasons';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { issueNow } from '../../given-invoices.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenMember, userOfMember } from '../../given-members.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { EXPIRY } from '../renewals/given-renewing.ts';
import { openRenewalLab } from './given-renewal-mails.ts';

/** Time at which services that expire at `EXPIRY` are renewed. */
const RENEWED = new Date('2027-02-21T00:00:00Z');
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let me: GivenAccount;
beforeAll(async () => {
  house = await openRenewalLab(RENEWED);
  operator = openOperator({ db: house.lab.db, clock: house.clock });
});
afterAll(() => house.lab.close());
beforeEach(async () => {
  await db().updateTable('services').set({ auto_renew: false }).execute();
  house.setTime(RENEWED);
  me = await givenAccount(db());
});

const db = () => house.lab.db;
const server = (fields = {}) => house.given.server(me.accountId, { renew_price: 1000n, ...fields });
const lastOrder = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');
const move = (service: number, end: string) =>
  operator.run('setService', { service, expiry_at: `${end}T12:00:00Z`, reason: 'For the outage.' });
const suspend = (service: number) => operator.run('suspendService', { service, reason: 'It sends spam.' });
const renewByHand = (id: number) =>
  house.lab.call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } }, { token: me.token });
const advance = (ms: number) => house.setTime(new Date(house.clock.now().getTime() + ms));
const lastMail = async () => (await mailsOf(db(), me)).at(-1);
const tellsOfOrder = (template: string): boolean => ['order-void', 'order-waiting', 'renewal-due'].includes(template);

/** Voids the renewal of a server as the workflow that ends a lost server does (workflows/servers/terminate.ts). */
async function lose(id: number): Promise<void> {
  await db().updateTable('services').set({ auto_renew: false }).where('id', '=', id).execute();
  await transact(house.given.cx(), (cx) => cancelWaitingRenewals(cx, [id], { reason: VOID_REASONS.ended }));
}

/** Runs the jobs of the next 15 minutes, or every `stepMs`. Returns the new mails about orders. */
async function told({ runs = 15, stepMs = minutes(1) } = {}) {
  const before = (await mailsOf(db(), me)).length;
  for (let run = 1; run <= runs; run += 1) {
    advance(stepMs);
    await issueNow(db(), house.clock);
    if (run % 10 === 9) await house.given.renew();
    await house.given.pay();
    await composeMails(house.given.cx());
  }
  return (await mailsOf(db(), me)).slice(before).filter(({ template }) => tellsOfOrder(template));
}

/** Lets a job order the renewal of a server, and asks for its payment. */
async function asked(fields = {}): Promise<{ id: number; order: number }> {
  const id = await server(fields);
  await house.given.renew();
  const { id: order } = await lastOrder();
  expect(await told({ runs: 2 })).toMatchObject([{ template: 'renewal-due', data: { debts: [{ order }] } }]);
  return { id, order };
}

test('the mail about a suspension by staff names the renewal that it voids, and none follows for a month', async () => {
  const { id, order } = await asked();
  // Members with the role billing were asked to pay it.
  const billing = await userOfMember(db(), await givenMember(db(), { accountId: me.accountId, role: 'billing' }));
  expect(await suspend(id)).toMatchObject({ void_orders: [order] });
  expect(await lastOrder()).toMatchObject({ id: order, status: 'cancelled' });
  const named = (await mailsOf(db(), me)).filter(({ template }) => template === 'service-suspended');
  expect(named.map(({ address }) => address).toSorted()).toEqual([me.email, billing.email].toSorted());
  expect(named).toMatchObject([{ data: { orders: [order] } }, { data: { orders: [order] } }]);
  expect(await told()).toEqual([]);
  expect(await told({ runs: 31, stepMs: days(1) })).toEqual([]);
});

test('a renewal that no mail asked for, and one that was void before facts existed, are not told', async () => {
  const id = await server();
  await house.given.renew();
  expect(await suspend(id)).toMatchObject({ void_orders: [(await lastOrder()).id] });
  expect((await lastMail())?.data).not.toHaveProperty('orders');
  expect(await told()).toEqual([]);
  const old = await asked();
  await suspend(old.id);
  await db().deleteFrom('mails_due').where('account_id', '=', me.accountId).execute();
  expect(await told({ runs: 31, stepMs: days(1) })).toEqual([]);
});

test('a moved end and the request to pay its new order name the order that is void, and no other mail does', async () => {
  const { id, order } = await asked();
  await move(id, '2027-02-27');
  expect(await lastMail()).toMatchObject({ template: 'service-end-moved', data: { orders: [order] } });
  const mails = await told();
  const { id: next } = await lastOrder();
  expect(next).toBeGreaterThan(order);
  expect(mails).toMatchObject([{ template: 'renewal-due', data: { debts: [{ order: next }], voidOrders: [order] } }]);
  expect(await told()).toEqual([]);
});

test('the mail about an end that is moved a month ahead names the void order, and the renewal a month later does not', async () => {
  const { id, order } = await asked();
  expect(await move(id, '2027-03-28')).toMatchObject({ void_orders: [order] });
  expect(await lastMail()).toMatchObject({ template: 'service-end-moved', data: { orders: [order] } });
  expect(await told()).toEqual([]);
  house.setTime(new Date('2027-03-21T12:00:00Z'));
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ template: 'renewal-due', data: { debts: [{ order: (await lastOrder()).id }] } });
  expect(mail?.data).not.toHaveProperty('voidOrders');
});

test("the owner's own renewal replaces the order of the job, and its request says so", async () => {
  const { id, order } = await asked();
  expect((await renewByHand(id)).status).toBe(201);
  const next = (await lastOrder()).id;
  expect(await told()).toMatchObject([{ template: 'order-waiting', data: { order: next, voidOrders: [order] } }]);
  expect(await told()).toEqual([]);
});

test('an order that is replaced by one that the balance pays at once is told as void', async () => {
  const { id, order } = await asked();
  await house.given.fund(me.accountId, 12_00n);
  expect((await renewByHand(id)).body).toMatchObject({ status: 'paid' });
  expect(await told()).toMatchObject([
    { template: 'order-void', data: { order, reason: VOID_REASONS.manual_renewal, isOrderable: false } },
  ]);
});

test('a replacing order that is void too, before it was asked for, leaves the mail about the first', async () => {
  const { id, order } = await asked();
  await renewByHand(id);
  const next = (await lastOrder()).id;
  await house.lab.call('deleteOrder', { params: { id: next } }, { token: me.token });
  expect(await told()).toMatchObject([{ template: 'order-void', data: { order } }]);
});

test('the renewal of a server replaces that of its addon, and names it', async () => {
  const later = new Date('2027-03-31T12:00:00Z');
  const id = await server({ auto_renew: false, expiry_at: later });
  await givenAddon(db(), { serverId: id, key: 'backups', price: 50n });
  const addons = db().updateTable('services').where('parent_id', '=', id);
  await addons.set({ expiry_at: EXPIRY, billing_anchor: EXPIRY }).execute();
  await db()
    .updateTable('services')
    .set({ billing_anchor: EXPIRY, expiry_at: new Date('2027-03-28T12:00:00Z') })
    .where('id', '=', id)
    .execute();
  expect(await renewAddons(house.given.cx())).toBe(1);
  const { id: order } = await lastOrder();
  expect(await told({ runs: 2 })).toMatchObject([{ template: 'renewal-due' }]);
  // The server is to be renewed while the order of its addon waits.
  house.setTime(new Date('2027-03-21T12:00:00Z'));
  await db().updateTable('services').set({ auto_renew: true }).where('id', '=', id).execute();
  await db().updateTable('orders').set({ due_at: later }).where('id', '=', order).execute();
  await renewServices(house.given.cx());
  const { id: next } = await lastOrder();
  expect(next).toBeGreaterThan(order);
  expect(await told()).toMatchObject([{ template: 'renewal-due', data: { debts: [{ order: next }], voidOrders: [order] } }]);
});

test('a renewal that shrinks to nothing, since its other services are free, is told once, also after its payment', async () => {
  await server({ renew_price: 0n });
  const { id, order } = await asked();
  await operator.run('endService', { service: id, after: 24, reason: 'It sends spam.' });
  await house.given.pay();
  expect(await lastOrder()).toMatchObject({ id: order, status: 'paid', gross: 0n });
  expect(await told()).toMatchObject([
    { template: 'order-void', data: { order, gross: '0.00 EUR', lines: [{}], isFree: true, isOrderable: false, reason: null } },
  ]);
  expect(await told({ runs: 31, stepMs: days(1) })).toEqual([]);
});

test('a renewal that shrinks to nothing before it was asked for is not told', async () => {
  await server({ renew_price: 0n });
  const id = await server();
  await house.given.renew();
  await operator.run('endService', { service: id, after: 24, reason: 'It sends spam.' });
  expect(await lastOrder()).toMatchObject({ gross: 0n });
  expect(await told()).toEqual([]);
});

test('a lost service voids its renewal with a mail', async () => {
  const { id, order } = await asked({ auto_renew: true });
  await lose(id);
  expect(await told()).toMatchObject([
    { template: 'order-void', data: { order, reason: VOID_REASONS.ended, isOrderable: false } },
  ]);
});

test('two workers tell of each order once, also beside the request that replaces it', async () => {
  for (let round = 0; round < 4; round += 1) {
    house.setTime(RENEWED);
    me = await givenAccount(db());
    const { id, order } = await asked();
    if (round % 2 === 0) await renewByHand(id);
    else await lose(id);
    await issueNow(db(), house.clock);
    advance(minutes(13));
    const before = (await mailsOf(db(), me)).length;
    await Promise.all([composeMails(house.given.cx()), composeMails(house.given.cx()), composeMails(house.given.cx())]);
    await told();
    const mails = (await mailsOf(db(), me)).slice(before);
    const named = mails.flatMap(({ template, data }) =>
      template === 'order-void' ? data.order : template === 'order-waiting' ? (data.voidOrders ?? []) : [],
    );
    expect([round, named]).toEqual([round, [order]]);
  }
});
