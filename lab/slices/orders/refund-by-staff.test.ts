/** Tests refunds of orders by staff: which lines, VAT, credit notes, and what later refunds of the same service return. */
import { findServices } from '@innkeeper/db/tables/services';
import { inTransaction } from '@innkeeper/db/transaction';
import { refundOfEnd } from '@innkeeper/domain/endings/end-early';
import { settlePendingTax } from '@innkeeper/domain/tax/settle-pending';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenAffiliate, givenReferred, settleNow } from '../../given-affiliates.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../../given-invoices.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import { givenSupportPlan } from '../../given-support-plans.ts';
import { givenTax } from '../../given-tax.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { balance } from '../given-deploy.ts';
import { ANCHOR, renewalHelpers } from '../renewals/given-renewing.ts';

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
  await givenSeller(lab.db);
  operator = openOperator({ db: lab.db, clock });
  given = renewalHelpers(lab, clock);
  await operator.run('addPlan', { key: 'pico', name: 'Pico', vcpus: 1, memory: 1, disk: 10, traffic: 1, price: '1' });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = BEGIN;
  me = await givenAccount(lab.db, { funds: 100_000n });
});
afterEach(async () => {
  await issueNow(lab.db, clock);
  await expectBooksClean(lab.db);
});

const refund = (order: number, more: object = {}) =>
  operator.run('refundOrder', { order, to: 'balance', reason: 'Sorry for the outage.', ...more });
const show = (order: number) => operator.run('showOrder', { order });
const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: me.token });
const refused = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message && { message: expect.stringMatching(message) }) });

/** Inserts a server that is paid from January 31st to February 28th, for 40.00. Returns it and its order. */
async function server(fields = {}): Promise<{ id: number; order: number; line: number }> {
  const id = await given.server(me.accountId, { renew_price: 4_000n, ...fields });
  await givenPaidTerm(lab.db, id, ANCHOR);
  return { id, ...(await lastLineOf(id)) };
}

const lastLineOf = (id: number) =>
  lab.db
    .selectFrom('order_lines')
    .select(['id as line', 'order_id as order'])
    .where('service_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** Returns what came back for the lines of a service, without VAT. */
const backOf = async (id: number) => {
  const lines = await lab.db
    .selectFrom('order_lines')
    .select('refunded_net')
    .where('service_id', '=', id)
    .orderBy('id')
    .execute();
  return lines.map(({ refunded_net }) => refunded_net);
};

const creditNotes = async () => {
  await issueNow(lab.db, clock);
  const { rows } = await sql<{
    net: bigint;
    vat: bigint;
    notes: string[];
    method: string;
    lines: { label: string; words: string[] }[];
  }>`
    select net, vat, document -> 'notes' as notes, document #>> '{paid,method}' as method, document -> 'lines' as lines
    from invoices where account_id = ${me.accountId} and type = 'credit-note' order by id`.execute(lab.db);
  return rows;
};

test('refunds an order in parts and then the rest, each with a credit note that names the reason', async () => {
  const order = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [5_000n, 2_007n] });
  const [first, second] = (await show(order)).lines.map(({ id }) => id) as [number, number];
  const part = await refund(order, { lines: [`${first}=12.50`, `${second}`] });
  expect(part).toMatchObject({
    status: 'paid',
    refunded: '39.08',
    refund: { id: expect.any(Number), net: '32.57', vat: '6.51', gross: '39.08', to: 'balance', payment_refund: null },
    lines: [
      { id: first, refunded_net: '12.50', refunded_vat: '2.50' },
      { id: second, refunded_net: '20.07', refunded_vat: '4.01' },
    ],
    refunds: [{ gross: '39.08', to: 'balance', reason: 'Sorry for the outage.' }],
  });
  await expect(refund(order, { lines: [`${first}=37.51`] })).rejects.toEqual(refused('wrong_state', /At most 37\.50 .* left/));
  await expect(refund(order, { lines: [`${second}`] })).rejects.toEqual(refused('wrong_state', /At most 0\.00/));
  await expect(refund(order, { lines: ['999999'] })).rejects.toEqual(refused('validation'));
  expect((await refund(order, { reason: 'All of it.' })).refund).toMatchObject({ net: '37.50', vat: '7.50' });
  await expect(refund(order)).rejects.toEqual(refused('wrong_state', /Nothing is left/));
  expect(await balance(lab, me)).toBe(1_000 + 84.08);
  const notes = await creditNotes();
  expect(notes.map(({ net, vat, notes: [reason], method }) => [net, vat, reason, method])).toEqual([
    [-1_250n, -250n, 'Sorry for the outage.', 'balance'],
    [-2_007n, -401n, 'Sorry for the outage.', 'balance'],
    [-3_750n, -750n, 'All of it.', 'balance'],
  ]);
  const { rows } =
    await sql`select details from audit_log where action = 'refundOrder' and account_id = ${me.accountId} order by id`.execute(
      lab.db,
    );
  expect(rows).toMatchObject([
    { details: { amount: '39.08', to: 'balance', reason: 'Sorry for the outage.' } },
    { details: { amount: '45.00' } },
  ]);
});

test('a dry run computes the refund and changes nothing', async () => {
  const { id, order } = await server();
  const before = await show(order);
  const tried = await refund(order, { dry_run: true });
  expect(tried).toEqual({
    ...before,
    refund: { id: null, net: '40.00', vat: '8.00', gross: '48.00', to: 'balance', payment_refund: null },
    warning: expect.any(String),
  });
  expect([await show(order), (await given.service(id)).discounts]).toEqual([before, []]);
  await expect(refund(order, { to: 'payer', dry_run: true })).rejects.toEqual(refused('wrong_state', /--to balance/));
});

test('refuses what was not paid, a deposit, a closed account, and what another order paid', async () => {
  await expect(refund(999_999)).rejects.toEqual(refused('not_found'));
  await expect(show(999_999)).rejects.toEqual(refused('not_found'));
  const { id: waiting } = await operator.run('addOrder', { account: String(me.accountId), lines: ['Setup=50.00'] });
  await expect(refund(waiting)).rejects.toEqual(refused('wrong_state', /not paid/));
  await lab.db.updateTable('orders').set({ type: 'deposit' }).where('id', '=', waiting).execute();
  await expect(refund(waiting)).rejects.toEqual(refused('wrong_state', /deposit/));
  await lab.db.updateTable('orders').set({ type: 'custom' }).where('id', '=', waiting).execute();
  const { order } = await server();
  await expect(refund(order, { iban: 'AT611904300234573201' })).rejects.toEqual(refused('validation'));
  const close = (closed_at: Date | null) =>
    lab.db
      .updateTable('accounts')
      .set({ closing_asked_at: closed_at, closes_at: closed_at, closed_at })
      .where('id', '=', me.accountId)
      .execute();
  await close(now);
  await expect(refund(order)).rejects.toEqual(refused('wrong_state', /closed/));
  await close(null);
});

test('warns if lines of a service are refunded in full that staff does not end', async () => {
  const { id, order, line } = await server({ hostname: 'd2' });
  const kept = 'The refund does not end server d2, whose term lasts until 2027-02-28';
  const command = `End it with ./innkeeper service end ${id}.`;
  const tryRefund = async (more: object = {}) => (await refund(order, { dry_run: true, ...more })).warning;
  expect(await tryRefund({ lines: [`${line}=39.99`] })).toBe(null);
  expect(await tryRefund()).toBe(`${kept}. ${command}`);
  await call('cancelServer', { params: { id }, body: { now: true } });
  expect(await tryRefund()).toBe(`${kept}, and its customer can withdraw the cancellation. ${command}`);
  expect((await refund(order, { lines: [`${line}=10`] })).warning).toBe(null);
  const options = { order, to: 'balance', reason: 'Sorry.' } as const;
  expect(await operator.print('refundOrder', { ...options, dry_run: true })).toMatch(
    new RegExp(`^Would refund 30\\.00 .*\nThe refund does not end server d2, .*\nOrder ${order} `),
  );
});

test('warns neither of a service that staff ends nor of a period that is over', async () => {
  const ending = await server();
  await operator.run('endService', { service: ending.id, reason: 'It sends spam.' });
  expect((await refund(ending.order)).warning).toBe(null);
  const { id, order } = await server();
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } });
  const { order: renewal } = await lastLineOf(id);
  now = new Date('2027-03-05T00:00:00Z');
  expect((await refund(order)).warning).toBe(null);
  expect((await refund(renewal)).warning).toMatch(/lasts until 2027-03-31\./);
});

test('warns of a support plan, and not of a custom line', async () => {
  const id = await givenSupportPlan(lab.db, { accountId: me.accountId, price: 2_000n });
  await givenPaidTerm(lab.db, id, ANCHOR);
  const { order } = await lastLineOf(id);
  expect((await refund(order)).warning).toMatch(/^The refund does not end Support: .* service end \d+\.$/);
  expect((await refund(await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [5_000n] }))).warning).toBe(null);
});

/** Returns the net amount that a change to a plan of 1.00 a month would refund now. */
const ofSmaller = async (id: number): Promise<number> =>
  -(await call('calculateServerScale', { params: { id }, body: { plan: 'pico', scale_disk: false } })).body.amount;

/** Returns the net amount that an end of the service would refund now. */
async function ofEnd(id: number): Promise<bigint> {
  const [service] = await findServices(lab.db, [id]);
  if (!service) throw new Error(`service ${id} is gone`);
  return (await refundOfEnd(given.cx(), service)).reduce((sum, { net }) => sum + net, 0n);
}

test('what was refunded of a line comes back neither by a smaller plan nor by an early end', async () => {
  const { id, order, line } = await server();
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 3 } });
  const { order: renewal } = await lastLineOf(id);
  const before = await ofSmaller(id);
  expect((await refund(renewal)).refund).toMatchObject({ net: '120.00' });
  expect((await given.service(id)).discounts.map(({ net }) => net)).toEqual(['4000', '4000', '4000']);
  // 18 days and 5.5 hours of February's 28 days are left.
  const february = (4_000 * (18 * 24 + 5.5)) / (28 * 24);
  await refund(order, { lines: [`${line}=30.00`] });
  const smaller = await ofSmaller(id);
  expect(smaller).toBeLessThan(before / 10);
  expect(Number(await ofEnd(id))).toBeCloseTo(february / 4, -1);
  // The smaller plan costs a fortieth.
  expect(smaller * 100).toBeCloseTo(((february / 4) * 39) / 40, -1);
  expect(await backOf(id)).toEqual([3_000n, 12_000n]);
});

test('further refunds and moved ends do not return the same money either', async () => {
  const { id, order, line } = await server();
  await refund(order, { lines: [`${line}=15.00`] });
  await operator.run('setService', { service: id, expiry_at: '2027-04-15T12:00:00Z', reason: 'For the outage.' });
  await refund(order, { lines: [`${line}=25.00`] });
  expect(await ofSmaller(id)).toBeCloseTo(0);
  now = new Date(now.getTime() + days(10));
  expect(await ofEnd(id)).toBe(0n);
  expect(await backOf(id)).toEqual([4_000n]);
});

test('a refund before its service is renewed leaves the value of the renewal', async () => {
  const { id, order } = await server();
  await refund(order);
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } });
  // A cent of rounding.
  expect(await ofEnd(id)).toBe(3_999n);
});

test('an ended service keeps its calculation, and the rest of its lines can be refunded', async () => {
  const id = await givenSupportPlan(lab.db, { accountId: me.accountId, price: 2_000n });
  await givenPaidTerm(lab.db, id, ANCHOR);
  const { line, order } = await lastLineOf(id);
  await refund(order, { lines: [`${line}=10`] });
  await call('cancelSupportPlan', { body: { now: true } });
  const [back = 0n] = await backOf(id);
  // Half of what the rest of the month cost follows.
  expect([back, (await given.service(id)).status]).toEqual([1_650n, 'terminated']);
  const { discounts } = await given.service(id);
  expect((await refund(order)).refund.net).toBe('3.50');
  expect((await given.service(id)).discounts).toEqual(discounts);
  // Only the credit note of the end explains how the rest was calculated.
  expect((await creditNotes()).map(({ lines: [line] }) => (line?.words.length ?? 0) > 0)).toEqual([false, true, false]);
});

test('refuses a line whose service is not delivered, or locked by a workflow that moves money', async () => {
  const { id, order } = await server();
  const set = (status: 'active' | 'processing') => lab.db.updateTable('services').set({ status }).where('id', '=', id).execute();
  await set('processing');
  await expect(refund(order)).rejects.toEqual(refused('wrong_state', /not delivered/));
  await set('active');
  await call('stopServer', { params: { id } });
  for (const reason of ['scale', 'deploy', 'terminate', 'scale-addons'] as const) {
    await lab.db.updateTable('locks').set({ reason }).where('resource_id', '=', id).execute();
    await expect(refund(order)).rejects.toEqual(refused('locked'));
  }
  await lab.db.updateTable('locks').set({ reason: 'stop' }).where('resource_id', '=', id).execute();
  expect((await refund(order)).refund.net).toBe('40.00');
});

test('two refunds of a line at once are at most what it cost', async () => {
  const { id, order, line } = await server();
  const results = await Promise.allSettled([1, 2, 3].map(() => refund(order, { lines: [`${line}=25.00`] })));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await backOf(id)).toEqual([2_500n]);
});

test('refunds no VAT of a reverse charge', async () => {
  const tax = givenTax(0, { rule: 'reverse-charge' });
  const order = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [5_000n], tax });
  const [line] = (await show(order)).lines;
  expect((await refund(order, { lines: [`${line?.id}=20`] })).refund).toMatchObject({ net: '20.00', vat: '0.00' });
});

test('a VAT number that is confirmed later refunds the VAT of the rest, and nothing of it twice', async () => {
  const tax = givenTax(2000, { pending: true });
  const evidence = { ...tax.evidence, company: true, vatNumber: 'ATU12345675' };
  const order = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [5_000n], tax: { ...tax, evidence } });
  const [line] = (await show(order)).lines;
  expect((await refund(order, { lines: [`${line?.id}=20`] })).refund).toMatchObject({ net: '20.00', vat: '4.00' });
  const check = { account_id: me.accountId, vat_number: 'ATU12345675', verdict: 'valid' as const, checked_at: now };
  await lab.db.insertInto('vat_checks').values(check).execute();
  expect(await inTransaction(lab.db, (db) => settlePendingTax({ ...given.cx(), db }, order))).toBe(true);
  expect((await show(order)).refunded).toBe('30.00');
  expect((await refund(order)).refund).toMatchObject({ net: '30.00', vat: '0.00' });
  expect((await creditNotes()).map(({ net, vat }) => [net, vat])).toEqual([
    [-2_000n, 0n],
    [-3_000n, 0n],
  ]);
});

test('several lines of a service in one refund count together, also with a promo code', async () => {
  const { id } = await server();
  await lab.db
    .insertInto('promo_codes')
    .values({ code: 'HALF', percentage: 50, applies_to: 'both' })
    .onConflict((oc) => oc.doNothing())
    .execute();
  await call('renewServers', { body: { server_ids: [id], billing_cycle: 3, promo_code: 'HALF' } });
  const { order, line } = await lastLineOf(id);
  expect((await show(order)).net).toBe('60.00');
  await refund(order, { lines: [`${line}=30.00`] });
  await refund(order);
  now = new Date('2027-04-10T00:00:00Z');
  expect(await ofEnd(id)).toBe(0n);
});

test('the commission of an affiliate falls with the refund', async () => {
  const affiliate = await givenAffiliate(lab.db);
  const { accountId } = await givenReferred(lab.db, affiliate);
  const order = await givenPaidOrder(lab.db, { accountId, nets: [10_000n], now });
  const pending = async () => {
    await settleNow(lab.db, clock);
    const row = lab.db.selectFrom('affiliates').select('pending').where('account_id', '=', affiliate.accountId);
    return (await row.executeTakeFirstOrThrow()).pending;
  };
  expect(await pending()).toBe(1_000n);
  const [line] = (await show(order)).lines;
  await refund(order, { lines: [`${line?.id}=25`] });
  expect(await pending()).toBe(750n);
  await refund(order);
  expect(await pending()).toBe(0n);
});

test('the tax report owes less VAT in the quarter of the refund, as a correction of the quarter of the order', async () => {
  const report = async (quarter: string) =>
    (await operator.run('reportTax', { quarter })).oss_corrections.filter(({ country }) => country === 'DE');
  const tax = givenTax(1900, { country: 'DE' });
  const order = await givenPaidOrder(lab.db, { accountId: me.accountId, nets: [10_000n], tax, now });
  now = new Date('2027-05-10T00:00:00Z');
  const [line] = (await show(order)).lines;
  await refund(order, { lines: [`${line?.id}=25`] });
  expect([await report('2027Q1'), await report('2027Q2')]).toEqual([
    [],
    [{ quarter: '2027Q1', country: 'DE', rate: 19, base: '-25.00', vat: '-4.75' }],
  ]);
});
