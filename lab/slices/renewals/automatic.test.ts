import { verifyLedger } from '@innkeeper/db/ledger/verify';
import { insertCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { labSettings } from '../../settings.ts';
import { givenCard } from '../../torture/scenarios/payments.ts';
import { balance } from '../given-deploy.ts';
import { EXPIRY, renewalHelpers } from './given-renewing.ts';

let lab: Lab;
let now: Date;
const clock = { now: () => now };
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  now = new Date('2027-02-21T00:00:00Z');
  lab = await openLab({ clock });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-02-21T00:00:00Z');
  given = renewalHelpers(lab, clock);
  me = await givenAccount(lab.db);
});
afterEach(async () => {
  expect(await verifyLedger(lab.db)).toEqual([]);
  await lab.db.updateTable('services').set({ auto_renew: false }).execute();
});

const suspend = (id: number) =>
  lab.db.updateTable('accounts').set({ suspended_at: now, suspend_reason: 'abuse' }).where('id', '=', id).execute();
const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: me.token });

test('renews expiring services once, at their own price, in one order per day', async () => {
  await given.fund(me.accountId, 10_000n);
  const [one, other] = [await given.server(me.accountId), await given.server(me.accountId, { renew_price: 100n })];
  const later = await given.server(me.accountId, { expiry_at: new Date('2027-03-01T00:00:00Z') });
  const addon = await givenAddon(lab.db, { serverId: one, key: 'backups', price: 50n });
  expect(await given.renew()).toBe(1);
  expect(await given.renew()).toBe(0);
  expect(await given.orders(me.accountId)).toMatchObject([{ type: 'renew-service', status: 'paid', net: 399n + 50n + 100n }]);
  for (const id of [one, other, addon]) expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 paid']);
  expect(await given.periods(later)).toEqual([]);
  expect((await given.service(one)).until).toBe('2027-03-31');
});

test('an uncovered renewal is ordered once, waits, and is paid after a deposit', async () => {
  const id = await given.server(me.accountId);
  await Promise.all([given.renew(), given.renew(), given.renew()]);
  await given.renew();
  expect(await given.orders(me.accountId)).toMatchObject([
    { status: 'awaiting_payment', auto_pay: true, due_at: new Date(EXPIRY.getTime() + labSettings.cancelGraceMs) },
  ]);
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 ordered']);
  const server = (await call('getServer', { params: { id } })).body;
  expect([server.expiry_at, server.potential_expiry_at]).toEqual(['2027-02-28T12:00:00.000000Z', '2027-03-31T12:00:00.000000Z']);
  await given.fund(me.accountId, 10_000n);
  expect(await given.pay()).toBe(1);
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 paid']);
  expect(await given.renew()).toBe(0);
  expect(await lab.db.selectFrom('due_failures').selectAll().execute()).toEqual([]);
});

test('a stopping worker renews nothing, and the next workers renew each service once', async () => {
  const accounts: number[] = [];
  for (let n = 0; n < 30; n += 1) {
    const { accountId } = await givenAccount(lab.db);
    await given.server(accountId);
    accounts.push(accountId);
  }
  const renewals = async () =>
    (await lab.db.selectFrom('orders').select('id').where('account_id', 'in', accounts).execute()).length;
  await renewServices({ ...given.cx(), stopping: AbortSignal.abort() });
  expect(await renewals()).toBe(0);
  await Promise.all([given.renew(), given.renew()]);
  expect(await renewals()).toBe(30);
});

test('does not renew services that are cancelled, without automatic renewal, ended or never active', async () => {
  await given.fund(me.accountId, 100_000n);
  const cancelled = await given.server(me.accountId);
  await insertCancelRequest(lab.db, { service_id: cancelled, now: false, created_at: now });
  await given.server(me.accountId, { auto_renew: false });
  await given.server(me.accountId, { status: 'terminated' });
  await given.server(me.accountId, { status: 'awaiting_payment', billing_anchor: null, expiry_at: null });
  expect(await given.renew()).toBe(0);
  expect(await given.orders(me.accountId)).toEqual([]);
});

test('a deleted renewal order is not created again; its period can be renewed manually', async () => {
  const id = await given.server(me.accountId);
  await given.renew();
  const [order] = await given.orders(me.accountId);
  expect((await call('deleteOrder', { params: { id: order?.id } })).status).toBe(204);
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 void']);
  expect(await given.renew()).toBe(0);
  await given.fund(me.accountId, 10_000n);
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 3 } });
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-05-31 paid']);
});

test('a manual order takes its service out of the automatic one, which goes on for the others', async () => {
  const [mine, other] = [await given.server(me.accountId), await given.server(me.accountId)];
  await given.renew();
  const { body } = await call('renewServers', { body: { server_ids: [mine], billing_cycle: 6 } });
  expect(body.services).toMatchObject([{ period_from: EXPIRY.getTime() / 1000, service_billing_cycle: 6 }]);
  expect(await given.renew()).toBe(0);
  expect((await given.orders(me.accountId)).map(({ status, net }) => [status, net])).toEqual([
    ['awaiting_payment', 399n],
    ['awaiting_payment', 2394n],
  ]);
  expect(await given.periods(mine)).toEqual(['2027-02-28 2027-08-31 ordered']);
  expect(await given.periods(other)).toEqual(['2027-02-28 2027-03-31 ordered']);
});

test('unpaid manual orders are consecutive, and move up when a later one is paid first or one is deleted', async () => {
  const id = await given.server(me.accountId);
  const order = async (months: number) =>
    (await call('renewServers', { body: { server_ids: [id], billing_cycle: months } })).body.id as number;
  const [first, second, third] = [await order(1), await order(3), await order(1)];
  expect(await given.periods(id)).toEqual([
    '2027-02-28 2027-03-31 ordered',
    '2027-03-31 2027-06-30 ordered',
    '2027-06-30 2027-07-31 ordered',
  ]);
  const pay = (ids: number[]) => call('payOrders', { body: { order_ids: ids } });
  await given.fund(me.accountId, 1_436n);
  expect((await pay([second])).status).toBe(200);
  expect(await given.periods(id)).toEqual([
    '2027-02-28 2027-05-31 paid',
    '2027-05-31 2027-06-30 ordered',
    '2027-06-30 2027-07-31 ordered',
  ]);
  await call('deleteOrder', { params: { id: first } });
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-05-31 paid', '2027-05-31 2027-06-30 ordered']);
  await given.fund(me.accountId, 479n);
  expect((await pay([third])).body.data).toMatchObject([
    { services: [{ period_from: Date.parse('2027-05-31T12:00:00Z') / 1000 }] },
  ]);
  expect((await given.service(id)).until).toBe('2027-06-30');
  expect(await balance(lab, me)).toBe(0);
});

test('after ten weeks without a worker, charges each missed period once', async () => {
  await given.fund(me.accountId, 100_000n);
  const id = await given.server(me.accountId);
  now = new Date('2027-05-10T00:00:00Z');
  for (let run = 0; run < 6; run += 1) await given.renew();
  expect(await given.periods(id)).toEqual([
    '2027-02-28 2027-03-31 paid',
    '2027-03-31 2027-04-30 paid',
    '2027-04-30 2027-05-31 paid',
  ]);
  expect(await balance(lab, me)).toBeCloseTo(1000 - 3 * 4.79);
  // Tests below undo this by hand.
  await expectBooksClean(lab.db);
});

test('implausibly many charges of a service per day park its account: charging stops and an alert opens', async () => {
  await given.fund(me.accountId, 100_000n);
  const id = await given.server(me.accountId);
  for (let i = 0; i < 5; i += 1) {
    await given.renew();
    // Simulates a wrong term.
    await updateService(lab.db, id, { expiry_at: new Date(EXPIRY.getTime() - days(31 * (i + 1))) });
  }
  const account = () => lab.db.selectFrom('accounts').selectAll().where('id', '=', me.accountId).executeTakeFirstOrThrow();
  expect((await given.periods(id)).length).toBe(3);
  expect(await balance(lab, me)).toBeCloseTo(1000 - 3 * 4.79);
  expect((await account()).billing_parked_reason).toContain(`Service ${id}`);
  const alerts = lab.db.selectFrom('operator_alerts').select('kind').where('resource_id', '=', me.accountId);
  expect(await alerts.where('kind', '=', 'account_parked').execute()).toHaveLength(1);
  // The balance does not pay a waiting order either.
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 1, auto_pay: false } });
  await lab.db.updateTable('orders').set({ auto_pay: true }).where('account_id', '=', me.accountId).execute();
  expect(await given.pay()).toBe(0);
});

test('one account that cannot be renewed does not block others', async () => {
  const bad = await givenAccount(lab.db);
  await given.server(bad.accountId);
  const id = await given.server(me.accountId);
  await sql`
    create function refuse_bad() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse_bad before insert on orders for each row when (new.account_id = ${sql.lit(bad.accountId)})
      execute function refuse_bad()`.execute(lab.db);
  expect(await given.renew()).toBe(1);
  expect(await given.periods(id)).toHaveLength(1);
  const alerts = lab.db.selectFrom('operator_alerts').select('key').where('kind', '=', 'due_failed');
  expect(await alerts.execute()).toEqual([{ key: `renew-services:${bad.accountId}` }]);
  await sql`drop trigger refuse_bad on orders; drop function refuse_bad`.execute(lab.db);
});

test('accounts are renewed in one batch, each with its own VAT, balance and charge limit', async () => {
  const [german, swiss, poor, odd] = [
    await givenAccount(lab.db, { country: 'DE' }),
    await givenAccount(lab.db, { country: 'CH' }),
    await givenAccount(lab.db),
    await givenAccount(lab.db),
  ];
  for (const { accountId } of [me, german, swiss, odd]) await given.fund(accountId, 2_000n);
  for (const { accountId } of [me, me, german, swiss, poor]) await given.server(accountId);
  const often = await given.server(odd.accountId);
  for (let i = 0; i < 3; i += 1) {
    await given.renew();
    await updateService(lab.db, often, { expiry_at: new Date(EXPIRY.getTime() - days(31 * (i + 1))) });
  }
  await given.renew();
  const ids = [me, german, swiss, poor].map(({ accountId }) => accountId);
  const orders = await Promise.all(ids.map(given.orders));
  expect(orders).toMatchObject([
    [{ status: 'paid', net: 798n, vat: 160n, tax: { country: 'AT' } }],
    [{ status: 'paid', net: 399n, vat: 76n, tax: { country: 'DE' } }],
    [{ status: 'paid', net: 399n, vat: 0n, tax: { rule: 'outside-eu' } }],
    [{ status: 'awaiting_payment', net: 399n, from_balance: 0n }],
  ]);
  expect(await Promise.all([me, german, swiss, poor].map((one) => balance(lab, one)))).toEqual([10.42, 15.25, 16.01, 0]);
  expect(await given.orders(odd.accountId)).toHaveLength(3);
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from orders where account_id = any(${ids}::int[])`.execute(lab.db);
  expect(rows).toEqual([{ n: 1 }]);
});

test('renews nothing while the API is away; an order of a suspended account is not charged and waits', async () => {
  await given.fund(me.accountId, 100_000n);
  const id = await given.server(me.accountId);
  await lab.db
    .insertInto('service_beats')
    .values({ service: 'api', beat_at: new Date(now.getTime() - days(1)) })
    .execute();
  expect(await given.renew()).toBe(0);
  await lab.db.deleteFrom('service_beats').execute();
  await suspend(me.accountId);
  expect(await given.renew()).toBe(1);
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 ordered']);
});

test('a free service is renewed without a payment or card charge, also in a suspended account', async () => {
  await givenCard(lab, me.accountId);
  await suspend(me.accountId);
  const id = await given.server(me.accountId, { renew_price: 0n });
  expect(await given.renew()).toBe(1);
  expect(await given.periods(id)).toEqual(['2027-02-28 2027-03-31 paid']);
  expect(await given.orders(me.accountId)).toMatchObject([{ status: 'paid', gross: 0n }]);
  expect(await lab.db.selectFrom('payments').select('id').where('account_id', '=', me.accountId).execute()).toEqual([]);
});

test('the database refuses overlapping periods of a service, and charging a line twice', async () => {
  await given.fund(me.accountId, 10_000n);
  const id = await given.server(me.accountId);
  await given.renew();
  const [row] = await lab.db.selectFrom('service_periods').selectAll().where('service_id', '=', id).execute();
  if (!row) throw new Error('no period');
  const { id: line } = await lab.db
    .selectFrom('order_lines')
    .select('id')
    .where('service_id', '<>', id)
    .limit(1)
    .executeTakeFirstOrThrow();
  const insert = (changes: object) =>
    lab.db
      .insertInto('service_periods')
      .values({ ...row, ...changes })
      .execute();
  const inside = new Date('2027-03-15T00:00:00Z');
  await lab.db.deleteFrom('service_periods').where('order_line_id', '=', line).execute();
  await expect(insert({ period_from: inside, order_line_id: line })).rejects.toThrow(/service_periods_apart/);
  await expect(insert({ period_from: row.period_to, period_to: new Date('2027-04-30T12:00:00Z') })).rejects.toThrow(
    /order_line_id/,
  );
  await expect(insert({ order_line_id: line })).rejects.toThrow(/service_periods_(pkey|apart)/);
});
