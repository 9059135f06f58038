/** Tests expiries that the staff moves: later renewals, refunds, and operations that must not be active at the same time. */
import { endAddons } from '@innkeeper/jobs/end-addons';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import { givenStaff } from '../../given-staff.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { balance } from '../given-deploy.ts';
import { ANCHOR, day, EXPIRY, renewalHelpers } from './given-renewing.ts';

const BEGIN = new Date('2027-02-10T06:30:00Z');
let lab: Lab;
let now = BEGIN;
const clock = { now: () => now };
let me: GivenAccount;
let operator: Operator;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  operator = openOperator({ db: lab.db, clock });
  given = renewalHelpers(lab, clock);
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = BEGIN;
  me = await givenAccount(lab.db, { funds: 100_000_000n });
});
afterEach(() => expectBooksClean(lab.db));

const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: me.token });
const renew = (id: number, more: object = {}) => call('renewServers', { body: { server_ids: [id], billing_cycle: 1, ...more } });
const move = (service: number, end: string | Date, reason = 'For the outage.') =>
  operator.run('setService', { service, expiry_at: typeof end === 'string' ? `${end}T12:00:00Z` : end.toISOString(), reason });
const refused = (code: string) => expect.objectContaining({ code });
const changes = (id: number) =>
  lab.db.selectFrom('term_changes').selectAll().where('service_id', '=', id).orderBy('id').execute();

/** Inserts a server that is paid from January 31st to February 28th. */
async function server(fields = {}): Promise<number> {
  const id = await given.server(me.accountId, fields);
  await givenPaidTerm(lab.db, id, ANCHOR);
  return id;
}

async function addonOf(id: number, more: object = {}): Promise<{ order: number; addon: number }> {
  const { headers } = await call('purchaseServerAddons', { params: { id }, body: { backups: true, ...more } });
  const order = Number(headers['x-order-id']);
  const line = lab.db.selectFrom('order_lines').select('service_id').where('order_id', '=', order);
  return { order, addon: Number((await line.executeTakeFirstOrThrow()).service_id) };
}

test('for two years after a move, the job renews on its day of the month, or on the last day of a shorter month', async () => {
  const ends = ['2027-03-28', '2027-03-29', '2027-03-30', '2027-03-31', '2027-02-11'];
  const ids: number[] = [];
  for (const end of ends) {
    const id = await server();
    await move(id, end);
    ids.push(id);
  }
  for (; now < new Date('2029-04-10'); now = new Date(now.getTime() + days(7))) await given.renew();
  for (const [i, id] of ids.entries()) {
    const [first, ...renewed] = await given.periods(id);
    expect(first).toBe(`2027-01-31 ${i === 4 ? '2027-02-11' : '2027-02-28'} paid`);
    const [year, month, on] = (ends[i] as string).split('-').map(Number) as [number, number, number];
    const end = (n: number) => {
      const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate();
      return day(new Date(Date.UTC(year, month - 1 + n, Math.min(on, last))));
    };
    for (let n = 0; n < 24; n += 1) expect(renewed[n]).toBe(`${end(n)} ${end(n + 1)} paid`);
  }
});

test('moves no money; owner, events, audit log and books show the move, and staff can do it over HTTP', async () => {
  const id = await server();
  const before = await balance(lab, me);
  const { token } = await givenStaff(lab.db, { role: 'support', now });
  const payload = { expiry_at: '2027-03-15T12:00:00+01:00', reason: 'For the outage.' };
  const url = `/v1/operator/services/${id}`;
  const patch = (body: object) =>
    lab.app.inject({ method: 'PATCH', url, headers: { authorization: `Bearer ${token}` }, payload: body });
  const answer = await patch(payload);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { id, account: me.accountId, status: 'active', before: EXPIRY.toISOString(), expiry_at: '2027-03-15T11:00:00.000Z' },
  ]);
  const late = await patch({ ...payload, expiry_at: '2027-02-10T06:30:00Z' });
  expect([late.statusCode, late.json()]).toMatchObject([422, { code: 'validation', errors: { expiry_at: [/future/] } }]);
  expect((await patch({ ...payload, expiry_at: 'soon' })).json()).toMatchObject({ errors: { expiry_at: [/time such as/] } });
  expect((await patch({ expiry_at: payload.expiry_at })).json()).toMatchObject({ errors: { reason: [expect.anything()] } });

  expect(await balance(lab, me)).toBe(before);
  expect((await call('getServer', { params: { id } })).body.expiry_at).toBe('2027-03-15T11:00:00.000000Z');
  const events = await lab.db
    .selectFrom('events')
    .select(['resource_kind', 'change'])
    .where('account_id', '=', me.accountId)
    .execute();
  expect(events).toContainEqual({ resource_kind: 'server', change: 'updated' });
  const lines = (await call('listAuditLog', {})).body.data as { action: string; details: object }[];
  expect(lines.filter(({ action }) => action === 'setService')).toHaveLength(1);
  const mails = await lab.db.selectFrom('mails').select(['template', 'data']).where('account_id', '=', me.accountId).execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.template).toBe('service-end-moved');
  expect(mails[0]?.data).toMatchObject({ before: EXPIRY.getTime(), until: Date.UTC(2027, 2, 15, 11), reason: 'For the outage.' });
});

test('an earlier expiry cuts prepaid periods; moving it later again is a gift, and renewals continue from there', async () => {
  const id = await server();
  await renew(id, { billing_cycle: 3 });
  await renew(id);
  expect(await given.periods(id)).toEqual([
    '2027-01-31 2027-02-28 paid',
    '2027-02-28 2027-05-31 paid',
    '2027-05-31 2027-06-30 paid',
  ]);
  await move(id, '2027-03-10');
  expect(await given.periods(id)).toEqual(['2027-01-31 2027-02-28 paid', '2027-02-28 2027-03-10 paid']);
  await expectBooksClean(lab.db);
  await move(id, '2027-05-31');
  await renew(id);
  expect((await given.periods(id)).at(-1)).toBe('2027-05-31 2027-06-30 paid');
  expect((await changes(id)).map(({ cut }) => cut.length)).toEqual([2, 0]);
  // Given time is not refunded: a smaller plan would refund the rest of March and of June.
  expect((await given.service(id)).discounts.length).toBeGreaterThan(0);
});

test("a waiting automatic renewal is cancelled and ordered again; the owner's own orders must be decided first", async () => {
  await lab.db.updateTable('ledger_accounts').set({ credit_limit: 0n }).where('account_id', '=', me.accountId).execute();
  const poor = await givenAccount(lab.db);
  me = poor;
  const id = await server();
  now = new Date('2027-02-23T00:00:00Z');
  await given.renew();
  await move(id, '2027-03-05');
  expect((await given.orders(me.accountId)).map(({ status }) => status)).toEqual(['paid', 'cancelled']);
  await given.renew();
  expect((await given.periods(id)).at(-1)).toBe('2027-01-31 2027-02-28 paid');
  now = new Date('2027-02-27T00:00:00Z');
  await given.renew();
  expect((await given.periods(id)).at(-1)).toBe('2027-03-05 2027-04-05 ordered');
  const [waiting] = (await given.orders(me.accountId)).filter(({ status }) => status === 'awaiting_payment');
  const become = (status: 'processing' | 'awaiting_payment') =>
    lab.db
      .updateTable('orders')
      .set({ status })
      .where('id', '=', waiting?.id ?? 0)
      .execute();
  await become('processing');
  await expect(move(id, '2027-03-20')).rejects.toEqual(refused('wrong_state'));
  await become('awaiting_payment');

  const mine = Number((await renew(id, { auto_pay: false })).body.id);
  await expect(move(id, '2027-03-20')).rejects.toThrow(`Order ${mine}`);
  await call('deleteOrder', { params: { id: mine } });
  const { order } = await addonOf(id, { auto_pay: false });
  await expect(move(id, '2027-03-20')).rejects.toThrow(`Order ${order}`);
  expect((await given.service(id)).until).toBe('2027-03-05');
  await call('deleteOrder', { params: { id: order } });
  await move(id, '2027-03-20');
});

test('addons move with their server, and one that was paid for less is renewed up to its end', async () => {
  const [one, other] = [await server(), await server()];
  const { addon } = await addonOf(one);
  const { order, addon: less } = await addonOf(other, { auto_pay: false });
  await renew(other);
  await call('payOrders', { body: { order_ids: [order] } });
  for (const id of [one, other]) await move(id, '2027-04-10');
  expect([(await given.service(addon)).until, (await given.service(less)).until]).toEqual(['2027-04-10', '2027-03-10']);
  await renewAddons(given.cx());
  expect(await given.periods(less)).toEqual(['2027-02-10 2027-02-28 paid', '2027-03-10 2027-04-10 paid']);
  await renew(one);
  await renew(other);
  for (const id of [addon, less]) expect((await given.periods(id)).at(-1)).toBe('2027-04-10 2027-05-10 paid');
  await expectBooksClean(lab.db);
  for (const id of [one, other]) await move(id, '2027-02-20');
  for (const id of [addon, less]) expect((await given.service(id)).until).toBe('2027-02-20');
  now = new Date('2027-02-18T00:00:00Z');
  await given.renew();
  for (const id of [addon, less]) expect((await given.periods(id)).at(-1)).toBe('2027-02-20 2027-03-20 paid');
  expect(await endAddons(given.cx())).toBe(0);
});

test('cancelling an addon after a move refunds no more than was paid for the remaining time', async () => {
  const back: number[] = [];
  for (const end of [undefined, '2027-12-31', '2027-02-20']) {
    const id = await server();
    const { addon } = await addonOf(id);
    if (end) await move(id, end);
    now = new Date('2027-02-15T06:30:00Z');
    const before = await balance(lab, me);
    const answer = await call('cancelServerAddon', { params: { id, addon_id: addon }, body: { now: true, reason: 'Given' } });
    expect(answer.status).toBeLessThan(300);
    back.push(Math.round((await balance(lab, me)) * 100 - before * 100));
    now = BEGIN;
  }
  const [plain = 0, lengthened = 0, shortened = 0] = back;
  expect(plain).toBeGreaterThan(20);
  expect(lengthened).toBeLessThanOrEqual(plain);
  expect(lengthened).toBeGreaterThan(plain - 8);
  expect(shortened).toBeLessThan(plain / 2);
});

test('an earlier expiry removes a postponed suspension, and a later one keeps it', async () => {
  const id = await server();
  await operator.run('postponeService', { service: id, days: 30, reason: 'On holiday' });
  await move(id, '2027-03-10');
  expect(day((await given.service(id)).suspend_after as Date)).toBe('2027-03-30');
  await move(id, '2027-03-01');
  expect((await given.service(id)).suspend_after).toBeNull();
});

test('refuses addons, unknown, locked or ended services, the same expiry, past ones, and ones years ahead', async () => {
  const id = await server();
  const { addon } = await addonOf(id);
  await expect(move(addon, '2027-04-01')).rejects.toEqual(refused('wrong_state'));
  await expect(move(999_999, '2027-04-01')).rejects.toEqual(refused('not_found'));
  await expect(move(id, EXPIRY)).rejects.toEqual(refused('validation'));
  await expect(move(id, now)).rejects.toEqual(refused('validation'));
  await expect(move(id, '2032-02-11')).rejects.toEqual(refused('validation'));
  const lock = { kind: 'server', resource_id: id, reason: 'restart', deadline_at: new Date(now.getTime() + days(1)) };
  const workflow = {
    kind: 'server.restart',
    account_id: me.accountId,
    input: '{}',
    run_at: new Date('2100-01-01'),
    created_at: now,
  };
  const { id: workflow_id } = await lab.db
    .insertInto('workflows')
    .values({ ...workflow, state: 'queued' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lab.db
    .insertInto('locks')
    .values({ ...lock, workflow_id })
    .execute();
  await expect(move(id, '2027-04-01')).rejects.toEqual(refused('locked'));
  await lab.db.deleteFrom('locks').where('resource_id', '=', id).execute();
  const ended = await given.server(me.accountId, { status: 'terminated' });
  await expect(move(ended, '2027-04-01')).rejects.toEqual(refused('wrong_state'));
  expect(await changes(id)).toEqual([]);
});
