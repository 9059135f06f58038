/** Tests ends of services by staff beside payments of their renewals, and beside a keep at the same moment. */
import { updateOrder } from '@innkeeper/db/tables/orders';
import { markPaymentOpen, updatePayment } from '@innkeeper/db/tables/payments';
import { saveCard } from '@innkeeper/db/tables/saved-cards';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { days, hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../given.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenPaymentMethods } from '../given-payments.ts';
import { givenSupportPlan } from '../given-support-plans.ts';
import { type Operator, openOperator } from '../operator.ts';
import { renewalHelpers } from './renewals/given-renewing.ts';

let lab: Lab;
let operator: Operator;
let given: ReturnType<typeof renewalHelpers>;
let owner: GivenAccount;
let now = new Date('2027-02-27T12:00:00Z');
const clock = { now: () => now };
const reason = 'It sends spam.';
beforeAll(async () => {
  lab = await openLab({ clock });
  operator = openOperator({ db: lab.db, clock });
  given = renewalHelpers(lab, clock);
  await givenNode(lab.db);
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  now = new Date('2027-02-27T12:00:00Z');
  owner = await givenAccount(lab.db);
});
afterEach(() => expectBooksClean(lab.db));

const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: owner.token });
const end = (service: number, after = 48) => operator.run('endService', { service, reason, after });
const expire = () => expireServices(given.cx());
const orderNow = async () => (await given.orders(owner.accountId))[0] ?? expect.fail('no order');

/** Orders the renewal of a support plan, which a saved card pays. The charge is under way. */
async function givenCharge() {
  const service = await givenSupportPlan(lab.db, { accountId: owner.accountId, now: new Date(now.getTime() - days(28)) });
  const shown = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099, country: 'AT' };
  const card = { gatewayId: `card_${owner.accountId}`, gatewayCustomer: 'customer', ...shown };
  await saveCard(lab.db, { gateway: 'sandbox', accountId: owner.accountId, card, isAgreed: true, now });
  await given.renew();
  const order = await orderNow();
  const { payment_id: payment } = await lab.db
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  await lab.db.transaction().execute(async (trx) => {
    await markPaymentOpen(trx, payment);
    await updatePayment(trx, payment, { attempted_at: now });
    await updateOrder(trx, order.id, { status: 'processing' });
  });
  return { service, order, payment };
}

test('a renewal that is being paid goes on, does not resume the service, and its money is in the rest', async () => {
  const { service, order, payment } = await givenCharge();
  const before = (await end(service)).rest;
  expect((await orderNow()).status).toBe('processing');
  await applyOutcome(given.cx(), payment, {
    state: 'succeeded',
    receipts: [{ id: `receipt-${payment}`, amount: order.gross }],
    card: null,
  });
  expect((await orderNow()).status).toBe('paid');
  expect((await given.service(service)).status).toBe('suspended');
  await expire();
  expect((await given.service(service)).status).toBe('suspended');
  await operator.run('keepService', { service, reason: 'Solved.' });
  expect((await given.service(service)).status).toBe('active');
  const { rest } = await end(service);
  expect(rest.lines).toContainEqual({ order: order.id, line: expect.any(Number), net: '29.00' });
  expect(Number(rest.net) - Number(before.net)).toBeCloseTo(29, 1);
  // The refund of the rest is what refundOrder accepts.
  const [line] = rest.lines.filter((one) => one.order === order.id);
  const refund = { order: order.id, to: 'balance', lines: [`${line?.line}=${line?.net}`], reason };
  expect(await operator.run('refundOrder', refund)).toMatchObject({ refund: { net: '29.00' } });
});

test('a renewal whose charge fails after the request cannot be paid any more, and is cancelled', async () => {
  const { service, order, payment } = await givenCharge();
  await end(service);
  await applyOutcome(given.cx(), payment, { state: 'failed', code: 'declined', reason: 'Declined.', hardDecline: false });
  expect((await orderNow()).status).toBe('awaiting_payment');
  await given.fund(owner.accountId, 10_000n);
  await given.pay();
  expect((await orderNow()).status).toBe('awaiting_payment');
  now = new Date(now.getTime() + hours(30));
  await given.renew();
  expect((await orderNow()).status).toBe('awaiting_payment');
  // The jobs leave the order out, and do not fail because of it.
  expect(await lab.db.selectFrom('due_failures').selectAll().execute()).toEqual([]);
  const refused = {
    code: 'wrong_state',
    message: 'Our staff ends this service on 1 Mar 2027 12:00 UTC. Contact support.',
  };
  for (const payment_method of ['balance', 'card'])
    expect((await call('payOrders', { body: { order_ids: [order.id], payment_method } })).body).toMatchObject(refused);
  await expire();
  expect((await orderNow()).status).toBe('cancelled');
  await given.pay();
  await given.renew();
  expect((await given.orders(owner.accountId)).map(({ status }) => status)).toEqual(['cancelled']);
  now = new Date(now.getTime() + hours(20));
  await expire();
  expect((await given.service(service)).status).toBe('terminated');
});

test('a keep beside the due end: either the service is kept, or it has ended', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { accountId } = await givenAccount(lab.db);
    const service = await givenSupportPlan(lab.db, { accountId, now });
    await end(service, 0);
    const due = round % 2 === 0 ? expire() : undefined;
    const keep = operator.run('keepService', { service, reason: 'Solved.' }).then(
      () => true,
      (failure: { code: string }) => {
        expect(failure.code).toBe('wrong_state');
        return false;
      },
    );
    const [kept] = await Promise.all([keep, due ?? expire()]);
    const { status, staff_ends_at } = await given.service(service);
    expect([status, staff_ends_at === null]).toEqual(kept ? ['active', true] : ['terminated', false]);
  }
});

test('a floating IP ends and its address is free; one bad end does not stop the others', async () => {
  const [bad, ip] = [
    await givenSupportPlan(lab.db, { accountId: owner.accountId, now }),
    await givenFloatingIp(lab.db, { accountId: owner.accountId }),
  ];
  for (const service of [bad, ip]) await end(service, 1);
  expect((await call('renewFloatingIps', { body: { ids: [ip], billing_cycle: 1 } })).body).toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining('Our staff ends this service'),
  });
  await sql.raw(`alter table services add constraint bad check (id <> ${bad} or status <> 'terminated')`).execute(lab.db);
  now = new Date(now.getTime() + hours(2));
  await expire();
  expect((await given.service(ip)).status).toBe('terminated');
  const held = lab.db.selectFrom('ip_addresses').select('id').where('floating_ip_id', '=', ip);
  expect(await held.execute()).toEqual([]);
  expect((await given.service(bad)).status).toBe('suspended');
  await sql.raw('alter table services drop constraint bad').execute(lab.db);
  now = new Date(now.getTime() + hours(2));
  await expire();
  expect((await given.service(bad)).status).toBe('terminated');
});

test('endAccount ends more services than one transaction suspends, and the job suspends the others', async () => {
  await givenNode(lab.db, { memoryMb: 1024 * 1024 });
  for (let n = 0; n < 203; n += 1) await givenServer(lab.db, { accountId: owner.accountId });
  const { ends } = await operator.run('endAccount', { account: owner.email, reason });
  expect(ends).toHaveLength(203);
  const suspended = async () => {
    const rows = lab.db.selectFrom('services').select('status').where('account_id', '=', owner.accountId);
    return (await rows.execute()).filter(({ status }) => status === 'suspended').length;
  };
  expect(await suspended()).toBe(200);
  const due = lab.db.selectFrom('mails_due').select('ids').where('account_id', '=', owner.accountId);
  expect((await due.execute()).map(({ ids }) => ids.length)).toEqual([203]);
  await expire();
  expect(await suspended()).toBe(203);
});
