import { deposit } from '@innkeeper/db/ledger';
import { takeLock } from '@innkeeper/db/tables/locks';
import { insertCancelRequest, updateService } from '@innkeeper/db/tables/services';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { balance } from '../given-deploy.ts';

/** January 31st, when all servers were bought. */
const ANCHOR = new Date('2027-01-31T12:00:00Z');
const EXPIRY = new Date('2027-02-28T12:00:00Z');

let lab: Lab;
let owner: GivenAccount;
let now = new Date('2027-02-20T00:00:00Z');
beforeAll(async () => {
  lab = await openLab({ clock: { now: () => now } });
  owner = await givenAccount(lab.db, { funds: 1_000_000n });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

const given = (fields = {}, of = owner) =>
  givenServer(lab.db, { accountId: of.accountId, billing_anchor: ANCHOR, expiry_at: EXPIRY, ...fields });
const renew = (server_ids: number[], billing_cycle: number, rest: object = {}, headers = {}, token = owner.token) =>
  lab.call('renewServers', { body: { server_ids, billing_cycle, ...rest } }, { token, headers });
const calculate = (server_ids: number[], billing_cycle: number, rest: object = {}) =>
  lab.call('calculateServerRenewal', { body: { server_ids, billing_cycle, ...rest } }, { token: owner.token });
const endOf = async (id: number) =>
  (
    await lab.db.selectFrom('services').select('expiry_at').where('id', '=', id).executeTakeFirstOrThrow()
  ).expiry_at?.toISOString();

test('renewServers orders a line for each server and addon up to the end of a cycle, and pays it at once', async () => {
  const id = await given();
  const addon = await givenAddon(lab.db, { serverId: id, key: 'backups', price: 100n });
  const before = await balance(lab, owner);
  const cost = (await calculate([id], 1)).body;
  expect(cost).toMatchObject({
    amount: 4.99,
    amount_with_vat: 5.99,
    due_today_amount_with_vat: 5.99,
    promo_code: null,
    discount: 0,
  });
  const { status, body, headers } = await renew([id], 1);
  expect([status, headers['x-order-id']]).toEqual([201, String(body.id)]);
  expect(body).toMatchObject({ type: 'renew-service', status: 'paid', amount: 4.99, amount_with_vat: 5.99 });
  const period = {
    period_from: EXPIRY.getTime() / 1000,
    period_to: Date.parse('2027-03-31T12:00:00Z') / 1000,
    service_billing_cycle: 1,
  };
  expect(body.services).toMatchObject([
    { service_type: 'server', service_id: id, amount: 3.99, ...period },
    { service_type: 'server-addon', service_id: addon, label: 'Weekly backups', amount: 1, ...period },
  ]);
  for (const service of [id, addon]) expect(await endOf(service)).toBe('2027-03-31T12:00:00.000Z');
  expect(await balance(lab, owner)).toBeCloseTo(before - 5.99);
  expect((await lab.call('getServer', { params: { id } }, { token: owner.token })).body).toMatchObject({
    billing_cycle: 1,
    renew_amount: '3.99',
    expiry_at: '2027-03-31T12:00:00.000000Z',
  });
});

test('calculateServerRenewal returns the actual price of several servers for a year, and changes nothing', async () => {
  const ids = [await given(), await given({ billing_cycle: 12, renew_price: 4_788n })];
  const { status, body } = await calculate(ids, 12);
  expect(status).toBe(200);
  expect(body).toMatchObject({ amount: 95.76, amount_with_vat: 114.92, promo_amount: 0, due_today_amount: 95.76 });
  for (const id of ids) expect(await endOf(id)).toBe(EXPIRY.toISOString());
  expect((await renew(ids, 12)).body).toMatchObject({ amount: body.amount, amount_with_vat: body.amount_with_vat });
  for (const id of ids) expect(await endOf(id)).toBe('2028-02-29T12:00:00.000Z');
});

test('two renewals add two months, sequentially or concurrently; a repeat with the same key adds none', async () => {
  const id = await given();
  await renew([id], 1);
  await Promise.all([renew([id], 1), renew([id], 1)]);
  expect(await endOf(id)).toBe('2027-05-31T12:00:00.000Z');
  const keyed = () => renew([id], 1, {}, { 'idempotency-key': 'renew-once' });
  const [first, second] = [await keyed(), await keyed()];
  expect([second.body.id, second.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
  expect(await endOf(id)).toBe('2027-06-30T12:00:00.000Z');
});

test('an uncovered renewal waits as an order, shows the new expiry, and extends once it is paid', async () => {
  const poor = await givenAccount(lab.db);
  const id = await given({}, poor);
  const order = (await renew([id], 1, {}, {}, poor.token)).body;
  expect(order).toMatchObject({ type: 'renew-service', status: 'awaiting_payment' });
  const shown = () => lab.call('getServer', { params: { id } }, { token: poor.token });
  expect((await shown()).body).toMatchObject({
    expiry_at: '2027-02-28T12:00:00.000000Z',
    potential_expiry_at: '2027-03-31T12:00:00.000000Z',
  });
  await lab.db.transaction().execute((trx) =>
    deposit(trx, {
      accountId: poor.accountId,
      amount: 1_000n,
      gateway: 'operator',
      paymentMethod: 'operator',
      description: 'Given',
      now,
    }),
  );
  const body = { order_ids: [order.id], payment_method: 'balance' };
  expect((await lab.call('payOrders', { body }, { token: poor.token })).status).toBe(200);
  expect((await shown()).body.expiry_at).toBe('2027-03-31T12:00:00.000000Z');
});

test('with dry_run a renewal returns its price and orders nothing; without auto_pay the order waits', async () => {
  const id = await given();
  const call = (query: Record<string, string>, auto_pay: boolean) =>
    lab.call('renewServers', { body: { server_ids: [id], billing_cycle: 3, auto_pay }, query }, { token: owner.token });
  const { status, body, headers } = await call({ dry_run: 'true' }, true);
  expect([status, headers['x-order-id']]).toEqual([200, undefined]);
  expect(body).toMatchObject({ amount: 11.97, due_today_amount: 11.97, covered_by_balance: true, capacity: 'ok' });
  expect(body.lines).toMatchObject([{ amount: 11.97, period_to: Date.parse('2027-05-31T12:00:00Z') / 1000 }]);
  expect((await call({}, false)).body).toMatchObject({ status: 'awaiting_payment', auto_pay: false });
  expect(await endOf(id)).toBe(EXPIRY.toISOString());
});

test('a suspended server runs again after its renewal is paid, and an ended one cannot be renewed', async () => {
  now = new Date('2027-03-02T00:00:00Z');
  const id = await given({ status: 'suspended', power: 'stopped' });
  await renew([id], 1);
  const { body } = await lab.call('getServer', { params: { id } }, { token: owner.token });
  expect(body).toMatchObject({ status: 'active', lock_reason: 'resume', expiry_at: '2027-03-31T12:00:00.000000Z' });
  now = new Date('2027-02-20T00:00:00Z');

  const poor = await givenAccount(lab.db);
  const gone = await given({}, poor);
  const { id: order } = (await renew([gone], 1, {}, {}, poor.token)).body;
  await sql`update server_details set holds_capacity = false where id = ${gone}`.execute(lab.db);
  await updateService(lab.db, gone, { status: 'terminated', ended_at: now });
  await lab.db.transaction().execute((trx) =>
    deposit(trx, {
      accountId: poor.accountId,
      amount: 1_000n,
      gateway: 'operator',
      paymentMethod: 'operator',
      description: 'Given',
      now,
    }),
  );
  const paid = await lab.call('payOrders', { body: { order_ids: [order], payment_method: 'balance' } }, { token: poor.token });
  expect([paid.body.code, await balance(lab, poor)]).toEqual(['wrong_state', 10]);
});

test('renewServers does not wait for locks on servers of other accounts', async () => {
  const theirs = await given({}, await givenAccount(lab.db));
  await lab.db.transaction().execute(async (trx) => {
    await trx.selectFrom('services').select('id').where('id', '=', theirs).forUpdate().execute();
    expect((await renew([theirs], 1)).body.code).toBe('not_yours');
  });
});

test('a refusal names the wrong field, and changes nothing', async () => {
  const [id, other] = [await given(), await givenAccount(lab.db)];
  const theirs = await given({}, other);
  const [cancelled, waiting, locked] = [
    await given(),
    await given({ status: 'awaiting_payment', power: 'absent' }),
    await given(),
  ];
  await insertCancelRequest(lab.db, { service_id: cancelled, now: false, created_at: now });
  await lab.db.transaction().execute(async (trx) => {
    const { id: workflowId } = await trx
      .insertInto('workflows')
      .values({ kind: 'server.stop', input: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await takeLock(trx, sql`select ${workflowId}::int as id`, {
      kind: 'server',
      resourceId: locked,
      reason: 'stop',
      now,
      deadlineAt: now,
    });
  });
  expect((await renew([id, 999_999], 1)).body.errors).toEqual({ 'server_ids.1': ['This server does not exist.'] });
  expect((await renew([id, theirs], 1)).body.code).toBe('not_yours');
  expect((await renew([id, cancelled], 1)).body.code).toBe('wrong_state');
  expect((await renew([id, waiting], 1)).body.code).toBe('wrong_state');
  expect((await renew([id, locked], 1)).body).toMatchObject({ code: 'locked', lock_reason: 'stop' });
  expect((await renew([id], 1, { promo_code: 'SPRING' })).body.errors).toHaveProperty('promo_code');
  expect((await renew([id], 2)).body.errors).toHaveProperty('billing_cycle');
  for (const one of [id, theirs, cancelled, locked]) expect(await endOf(one)).toBe(EXPIRY.toISOString());
});
