/** Tests that support plans are bought, renewed, cancelled and retained like every service, one for each account. */
import { updateService } from '@innkeeper/db/tables/services';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { balance } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

let lab: Lab;
let now = new Date('2027-01-31T12:00:00Z');
const clock = { now: () => now };
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  lab = await openLab({ clock });
  given = renewalHelpers(lab, clock);
});
beforeEach(async () => {
  me = await givenAccount(lab.db, { funds: 100_000n });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

type Call = Parameters<Lab['call']>;
const call = (operation: Call[0], input: Call[1] = {}) => lab.call(operation, input, { token: me.token });
const buy = (body: object = {}, query = {}) =>
  call('purchaseSupportPlan', { query, body: { plan: 'premium', billing_cycle: 1, ...body } });
const get = () => call('getSupportPlan');
const serviceId = async () => {
  const row = lab.db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', me.accountId)
    .where('type', '=', 'support-plan');
  return (await row.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
};

const PROMISED = { response_minutes: 60, around_the_clock: true, credit_percentage: 25 };

test('listSupportPlans shows the plans on sale, with the VAT of the account', async () => {
  expect((await call('listSupportPlans')).body.data).toMatchObject([
    { key: 'basic', price: 0, features: ['Tickets on working days'], response_minutes: null, credit_percentage: 0 },
    { key: 'premium', name: 'Premium', price: 29, price_with_vat: 34.8, ...PROMISED },
  ]);
});

describe('purchaseSupportPlan', () => {
  test('is paid at once, explained, and shown by getSupportPlan', async () => {
    expect(await get()).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const bought = await buy({ billing_cycle: 3 });
    expect(bought.status).toBe(201);
    expect(bought.body).toMatchObject({ type: 'new-service', status: 'paid', amount: 87, amount_with_vat: 104.4 });
    expect(bought.body.services).toMatchObject([{ label: 'Support: Premium', service_type: 'support-plan', amount: 87 }]);
    expect((await call('explainOrder', { params: { id: bought.body.id } })).status).toBe(200);
    expect((await get()).body).toEqual({
      plan: { key: 'premium', name: 'Premium', price: 29, price_with_vat: 34.8, features: expect.any(Array), ...PROMISED },
      ...{ status: 'active', billing_cycle: 3, expiry_at: '2027-04-30T12:00:00.000000Z', auto_renew: true, cancel_request: null },
    });
    expect(await given.periods(await serviceId())).toEqual(['2027-01-31 2027-04-30 paid']);
  });

  test('creates an order even for a free plan', async () => {
    expect((await buy({ plan: 'basic' })).body).toMatchObject({ status: 'paid', amount: 0 });
    expect((await get()).body).toMatchObject({ plan: { key: 'basic', price: 0 }, status: 'active' });
  });

  test('a quote returns the price and changes nothing', async () => {
    const quote = await buy({ billing_cycle: 2 }, { dry_run: 'true' });
    expect(quote.body).toMatchObject({ amount: 58, amount_with_vat: 69.6, covered_by_balance: true });
    expect((await get()).status).toBe(404);
    expect(await balance(lab, me)).toBe(1000);
  });

  test('refuses plans not on sale and a second plan, also if both are ordered at the same time', async () => {
    expect((await buy({ plan: 'gold' })).body.errors).toEqual({ plan: ['This support plan is not on sale.'] });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => buy()))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 422, 422, 422, 422, 422]);
    expect((await buy({ plan: 'basic' })).body).toMatchObject({ code: 'wrong_state', errors: {} });
    expect(await balance(lab, me)).toBe(1000 - 34.8);
  });

  test('an uncovered order waits, and its plan disappears when it expires', async () => {
    me = await givenAccount(lab.db);
    const waiting = await buy();
    expect(waiting.body).toMatchObject({ status: 'awaiting_payment' });
    expect((await get()).body).toMatchObject({ status: 'awaiting_payment', expiry_at: null });
    now = new Date(now.getTime() + days(4));
    await expireOrders(given.cx());
    expect((await get()).status).toBe(404);
    await buy();
    now = new Date(now.getTime() + 60_000);
    await given.fund(me.accountId, 10_000n);
    await given.pay();
    expect((await get()).body).toMatchObject({ status: 'active' });
  });
});

describe('renewSupportPlan', () => {
  test('orders more months at the original price', async () => {
    expect(await call('renewSupportPlan', { body: { billing_cycle: 1 } })).toMatchObject({ status: 404 });
    await buy();
    await lab.db.updateTable('support_plans').set({ price: 9_900n }).where('key', '=', 'premium').execute();
    const body = { billing_cycle: 2 };
    expect((await call('renewSupportPlan', { query: { dry_run: 'true' }, body })).body).toMatchObject({ amount: 58 });
    const renewed = await call('renewSupportPlan', { body });
    expect([renewed.status, renewed.body.type, renewed.body.amount]).toEqual([201, 'renew-service', 58]);
    expect((await get()).body.plan.price).toBe(29);
    await lab.db.updateTable('support_plans').set({ price: 2_900n }).where('key', '=', 'premium').execute();
    expect(await given.periods(await serviceId())).toHaveLength(2);
  });

  test('renews automatically; an unpaid plan is suspended and ends, and paying in time resumes it', async () => {
    now = new Date('2027-05-01T12:00:00Z');
    me = await givenAccount(lab.db);
    await given.fund(me.accountId, 7_000n);
    await buy();
    const id = await serviceId();
    now = new Date('2027-05-26T12:00:00Z');
    await given.renew();
    expect((await given.service(id)).until).toBe('2027-07-01');
    now = new Date('2027-06-26T12:00:00Z');
    await given.renew();
    now = new Date('2027-07-01T12:00:01Z');
    await expireServices(given.cx());
    expect((await get()).body).toMatchObject({ status: 'suspended' });
    await given.fund(me.accountId, 7_000n);
    await given.pay();
    expect((await get()).body).toMatchObject({ status: 'active' });
    await updateService(lab.db, id, { auto_renew: false });
    now = new Date('2027-08-01T12:00:01Z');
    await expireServices(given.cx());
    now = new Date(now.getTime() + days(8));
    await expireServices(given.cx());
    expect((await get()).status).toBe(404);
  });
});

describe('cancelSupportPlan', () => {
  test('now: it ends, the remainder is refunded, and another plan can be bought', async () => {
    now = new Date('2027-08-01T00:00:00Z');
    await buy();
    now = new Date('2027-08-16T12:00:00Z');
    const before = await balance(lab, me);
    const quote = await call('cancelSupportPlan', { query: { dry_run: 'true' }, body: { now: true } });
    expect(quote.body).toMatchObject({ amount: -14.5, amount_with_vat: -17.4 });
    expect((await call('cancelSupportPlan', { body: { now: true, reason: 'No longer needed.' } })).status).toBe(204);
    expect((await balance(lab, me)) - before).toBeCloseTo(17.4);
    expect((await call('cancelSupportPlan', { body: { now: true } })).status).toBe(404);
    expect((await buy({ plan: 'basic' })).status).toBe(201);
  });

  test('at its expiry, which undoCancelSupportPlan withdraws', async () => {
    await buy();
    expect((await call('cancelSupportPlan', { query: { dry_run: 'true' } })).body.amount).toBe(0);
    expect((await call('cancelSupportPlan')).status).toBe(204);
    expect((await get()).body).toMatchObject({ status: 'active', cancel_request: { now: 0, reason: null } });
    expect((await call('renewSupportPlan', { body: { billing_cycle: 1 } })).body).toMatchObject({ code: 'wrong_state' });
    expect((await call('undoCancelSupportPlan')).status).toBe(204);
    expect(await call('undoCancelSupportPlan')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
    expect((await get()).body.cancel_request).toBeNull();
  });
});
