/** Tests addons that are paid for less time than their server. The missing time is charged once, or the addon ends. */
import { endAddons } from '@innkeeper/jobs/end-addons';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { renewAddons } from '@innkeeper/jobs/renew-addons';
import { days } from '@innkeeper/model/time/clock';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import { balance } from '../given-deploy.ts';
import { ANCHOR, day, renewalHelpers } from './given-renewing.ts';

const BACKUPS = 'backups';
let lab: Lab;
let now: Date;
const clock = { now: () => now };
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  lab = await openLab({ clock });
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-02-10T06:30:00Z');
  given = renewalHelpers(lab, clock);
  me = await givenAccount(lab.db, { funds: 100_000_000n });
});

const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: me.token });
const renew = (id: number, more: object = {}) => call('renewServers', { body: { server_ids: [id], billing_cycle: 1, ...more } });
const pay = (order: number) => call('payOrders', { body: { order_ids: [order] } });

async function server(fields = {}): Promise<number> {
  const id = await given.server(me.accountId, fields);
  await givenPaidTerm(lab.db, id, ANCHOR);
  return id;
}

/** Orders an addon that waits for payment. Returns the ids of both. */
async function ordered(id: number): Promise<{ order: number; addon: number }> {
  const { headers } = await call('purchaseServerAddons', { params: { id }, body: { backups: true, auto_pay: false } });
  const order = Number(headers['x-order-id']);
  const line = await lab.db
    .selectFrom('order_lines')
    .select('service_id')
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow();
  return { order, addon: Number(line.service_id) };
}

test('paid after a renewal of its server: the missing time is charged at once, and once', async () => {
  const id = await server();
  const { order, addon } = await ordered(id);
  await renew(id, { billing_cycle: 3 });
  expect((await pay(order)).status).toBe(200);
  expect((await given.service(addon)).until).toBe('2027-02-28');
  const before = await balance(lab, me);
  await Promise.all([renewAddons(given.cx()), renewAddons(given.cx())]);
  await renewAddons(given.cx());
  expect(await given.periods(addon)).toEqual(['2027-02-10 2027-02-28 paid', '2027-02-28 2027-05-31 paid']);
  const { renew_price: price } = await given.service(addon);
  expect(Math.round((before - (await balance(lab, me))) * 100)).toBe(Number(price * 3n) * 1.2);
  await expectBooksClean(lab.db);
});

test('paid before a renewal without it, manual or automatic: the missing time is charged as well', async () => {
  for (const automatic of [false, true]) {
    const id = await server();
    const { order, addon } = await ordered(id);
    now = new Date('2027-02-23T00:00:00Z');
    await lab.db.updateTable('ledger_accounts').set({ credit_limit: 0n }).where('account_id', '=', me.accountId).execute();
    const renewal = automatic ? undefined : Number((await renew(id, { auto_pay: false })).body.id);
    expect((await pay(order)).status).toBe(200);
    if (renewal) await pay(renewal);
    else await given.renew();
    await renewAddons(given.cx());
    expect((await given.service(addon)).until).toBe((await given.service(id)).until);
    expect((await given.service(addon)).until).toBe('2027-03-31');
    now = new Date('2027-02-10T06:30:00Z');
  }
  await expectBooksClean(lab.db);
});

test('an addon voids the waiting renewal of its server only if it is paid, and is a line of the next one', async () => {
  me = await givenAccount(lab.db);
  now = new Date('2027-02-22T00:00:00Z');
  const id = await server({ renew_price: 100_000n });
  await given.renew();
  const { order } = await ordered(id);
  const statuses = async () => (await given.orders(me.accountId)).slice(1).map(({ status }) => status);
  expect(await statuses()).toEqual(['awaiting_payment', 'awaiting_payment']);
  await call('deleteOrder', { params: { id: order } });
  await given.fund(me.accountId, 10_000n);
  expect((await call('purchaseServerAddons', { params: { id }, body: { backups: true } })).status).toBe(200);
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'paid']);
  await given.renew();
  const last = (await given.orders(me.accountId)).at(-1);
  const lines = await lab.db
    .selectFrom('order_lines')
    .select('service_type')
    .where('order_id', '=', last?.id ?? 0)
    .execute();
  expect(lines).toEqual([{ service_type: 'server' }, { service_type: 'server-addon' }]);
  await expectBooksClean(lab.db);
});

test('an unpaid order for missing time waits until the addon ends; a renewal of the server replaces it', async () => {
  const [kept, lost] = [await server({ auto_renew: false }), await server({ auto_renew: false })];
  const addons: number[] = [];
  for (const id of [kept, lost]) {
    const { order, addon } = await ordered(id);
    addons.push(addon);
    await renew(id);
    await pay(order);
  }
  expect(await renewAddons(given.cx())).toBe(2);
  const [one, other] = addons as [number, number];
  for (const addon of addons)
    expect(await given.periods(addon)).toEqual(['2027-02-10 2027-02-28 paid', '2027-02-28 2027-03-31 ordered']);
  expect((await renew(kept)).body.services).toMatchObject([{ service_billing_cycle: 1 }, { service_billing_cycle: 2 }]);
  expect(await given.periods(one)).toEqual(['2027-02-10 2027-02-28 paid', '2027-02-28 2027-04-30 paid']);
  now = new Date('2027-03-01T00:00:00Z');
  await expireOrders(given.cx());
  expect(await endAddons(given.cx())).toBe(1);
  expect([(await given.service(one)).status, (await given.service(other)).status]).toEqual(['active', 'terminated']);
  expect(await renewAddons(given.cx())).toBe(0);
  await expectBooksClean(lab.db);
});

test('an addon that is paid at once leaves the order for the missing time of another addon alone', async () => {
  const id = await server({ auto_renew: false });
  const { order, addon } = await ordered(id);
  await renew(id);
  await pay(order);
  await renewAddons(given.cx());
  expect((await call('purchaseServerAddons', { params: { id }, body: { microsoft_rds_sal: 1 } })).status).toBe(200);
  expect(await given.periods(addon)).toEqual(['2027-02-10 2027-02-28 paid', '2027-02-28 2027-03-31 ordered']);
  await expectBooksClean(lab.db);
});

test('a renewal does not replace an order in payment, and cancelling the addon cancels its order', async () => {
  const id = await server({ auto_renew: false });
  const { order, addon } = await ordered(id);
  await renew(id);
  await pay(order);
  await renewAddons(given.cx());
  const [period] = await lab.db
    .selectFrom('service_periods as p')
    .innerJoin('order_lines as l', 'l.id', 'p.order_line_id')
    .select('l.order_id')
    .where('p.service_id', '=', addon)
    .where('p.state', '=', 'ordered')
    .execute();
  const orderId = Number(period?.order_id);
  const become = (status: 'processing' | 'awaiting_payment') =>
    lab.db.updateTable('orders').set({ status }).where('id', '=', orderId).execute();
  await become('processing');
  expect((await renew(id)).body).toMatchObject({ code: 'wrong_state' });
  await become('awaiting_payment');
  await call('cancelServerAddon', { params: { id, addon_id: addon }, body: { now: true, reason: 'Given' } });
  expect((await call('getOrder', { params: { id: orderId } })).body).toMatchObject({ status: 'cancelled' });
  await expectBooksClean(lab.db);
});

test('the parts of any history add up to the price of the whole period', async () => {
  const history = fc.record({
    ordered: fc.integer({ min: 0, max: 15 }),
    renewals: fc.array(fc.constantFrom(1, 3, 6), { minLength: 1, maxLength: 3 }),
    paidAfter: fc.nat(3),
    price: fc.bigInt({ min: 1n, max: 9_999n }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ ordered: at, renewals, paidAfter, price }) => {
      now = new Date(ANCHOR.getTime() + days(at) + 12_345_000);
      await lab.db.updateTable('addon_products').set({ price }).where('key', '=', BACKUPS).execute();
      const id = await server();
      const { order, addon } = await ordered(id);
      for (const [i, billing_cycle] of renewals.entries()) {
        if (i === paidAfter) await pay(order);
        await renew(id, { billing_cycle });
      }
      await pay(order);
      await renewAddons(given.cx());
      const [main, one] = [await given.service(id), await given.service(addon)];
      expect(one.until).toBe(main.until);
      const lines = await lab.db.selectFrom('order_lines').selectAll().where('service_id', '=', addon).orderBy('id').execute();
      const [first, ...others] = lines;
      // The first order covers the rest of a month by the second. Later orders cover whole months.
      expect(day(first?.period_to as Date)).toBe('2027-02-28');
      const months = BigInt(renewals.reduce((sum, n) => sum + n, 0));
      expect(others.reduce((sum, { net }) => sum + net, 0n)).toBe(price * months);
      for (const [i, { period_from }] of others.entries()) expect(period_from).toEqual(lines[i]?.period_to);
    }),
    { numRuns: 6 },
  );
  await expectBooksClean(lab.db);
});
