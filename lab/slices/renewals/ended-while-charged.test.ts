/** Tests services that end while a saved card is charged for their renewal. */
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { updateOrder } from '@innkeeper/db/tables/orders';
import { markPaymentOpen, updatePayment } from '@innkeeper/db/tables/payments';
import { saveCard } from '@innkeeper/db/tables/saved-cards';
import { checkPayments } from '@innkeeper/doctor/payments';
import type { Target } from '@innkeeper/doctor/target';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { renewalHelpers } from './given-renewing.ts';

let lab: Lab;
let given: ReturnType<typeof renewalHelpers>;
let owner: GivenAccount;
const clock = { now: () => new Date('2027-02-27T12:00:00Z') };
beforeAll(async () => {
  lab = await openLab({ clock });
  given = renewalHelpers(lab, clock);
  await givenNode(lab.db);
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab.close());

/** Renews two servers of an account that has only a card. Returns the order that is being charged. */
async function chargedOrder() {
  owner = await givenAccount(lab.db);
  const shown = { brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099, country: 'AT' };
  const card = { gatewayId: `card_${owner.accountId}`, gatewayCustomer: 'customer', ...shown };
  await saveCard(lab.db, { gateway: 'sandbox', accountId: owner.accountId, card, isAgreed: true, now: clock.now() });
  const servers = [await given.server(owner.accountId), await given.server(owner.accountId)];
  await given.renew();
  const [order = expect.fail('no order')] = await given.orders(owner.accountId);
  return { servers, order, paymentId: await claim(order) };
}

/** Claims the order's payment, as its workflow does before it calls the gateway. Returns its id. */
async function claim(order: { id: number; status: string }): Promise<number> {
  const { payment_id: id } = await lab.db
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  await lab.db.transaction().execute(async (trx) => {
    await markPaymentOpen(trx, id);
    await updatePayment(trx, id, { attempted_at: clock.now() });
    await updateOrder(trx, order.id, { status: 'processing' });
  });
  return id;
}

/** Cancels a server and ends it, as its workflow does. A pending card charge does not prevent that. */
async function end(id: number): Promise<void> {
  const cancelled = await lab.call(
    'cancelServer',
    { params: { id }, body: { now: true, reason: 'Given' } },
    { token: owner.token },
  );
  expect(cancelled.status).toBe(204);
  await lab.db.transaction().execute(async (trx) => {
    await trx.updateTable('server_details').set({ holds_capacity: false }).where('id', '=', id).execute();
    await trx.updateTable('services').set({ status: 'terminated', ended_at: clock.now() }).where('id', '=', id).execute();
  });
}

const succeed = (paymentId: number, amount: bigint) =>
  applyOutcome(given.cx(), paymentId, { state: 'succeeded', receipts: [{ id: `receipt-${paymentId}`, amount }], card: null });
const balance = async () => (await lab.call('getBalance', {}, { token: owner.token })).body.balance;
const heldWithoutPayment = async () => (await checkPayments({ db: lab.db } as Target))[0]?.items;

test('renews the other service, and adds the price of the ended one to the balance', async () => {
  const { servers, order, paymentId } = await chargedOrder();
  const [ended = 0, kept = 0] = servers;
  await end(ended);
  const before = await balance();
  await succeed(paymentId, order.gross);
  expect((await given.orders(owner.accountId))[0]).toMatchObject({
    status: 'paid',
    status_reason: expect.stringContaining('ended'),
  });
  expect((await given.service(kept)).until).toBe('2027-03-31');
  expect(await given.periods(kept)).toEqual(['2027-02-28 2027-03-31 paid']);
  expect(await given.periods(ended)).toEqual([]);
  expect((await balance()) - before).toBeCloseTo(Number(order.gross) / 200, 2);
  expect(await heldWithoutPayment()).toEqual([]);
});

test('if every service of the order has ended, refunds all of its money and cancels the order', async () => {
  const { servers, order, paymentId } = await chargedOrder();
  for (const id of servers) await end(id);
  const before = await balance();
  await succeed(paymentId, order.gross);
  expect((await given.orders(owner.accountId))[0]).toMatchObject({ status: 'cancelled' });
  expect((await balance()) - before).toBeCloseTo(Number(order.gross) / 100, 2);
  await expectBooksClean(lab.db);
});

test('an order that cannot be settled awaits payment again, its money stays on the balance, and an alert opens', async () => {
  const { order, paymentId } = await chargedOrder();
  await lab.db.updateTable('orders').set({ type: 'new-addon' }).where('id', '=', order.id).execute();
  expect(await heldWithoutPayment()).toEqual([]);
  await succeed(paymentId, order.gross);
  expect((await given.orders(owner.accountId))[0]).toMatchObject({ status: 'awaiting_payment' });
  expect(await balance()).toBe(Number(order.gross) / 100);
  expect(await openAlerts(lab.db)).toContainEqual(expect.objectContaining({ kind: 'payment_not_settled' }));
});

test('the audit of the books and the doctor report an order in payment without a payment', async () => {
  const { order, paymentId } = await chargedOrder();
  await lab.db.updateTable('payments').set({ state: 'failed', ended_at: clock.now() }).where('id', '=', paymentId).execute();
  expect(await heldWithoutPayment()).toEqual([`order ${order.id}`]);
  expect((await auditBooks(lab)).findings).toContain(`Order ${order.id} is processing, and no payment for it is open.`);
  await lab.db.updateTable('orders').set({ status: 'awaiting_payment' }).where('id', '=', order.id).execute();
});
