import { deposit } from '@innkeeper/db/ledger';
import { lockOrders } from '@innkeeper/db/tables/orders';
import { insertPayment, markPaymentOpen } from '@innkeeper/db/tables/payments';
import { expectBooksClean } from '@innkeeper/lab/books';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { givenWaitingOrder } from '@innkeeper/lab/given-invoices';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { transact } from '../context.ts';
import { cancelUnpaidOrder } from '../orders/cancel-unpaid.ts';
import { settleFromBalance } from '../orders/settle.ts';
import { applyOutcome } from '../receipts/apply.ts';

let lab: TestDatabase;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
});
afterEach(() => expectBooksClean(lab.db));

const cx = () => givenJobCx(lab.db);
const statusOf = async (id: number) =>
  (await lab.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const paymentBy = (id: number) => lab.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const factsOf = async (order: number) => {
  const facts = lab.db.selectFrom('mails_due').select(['kind', 'ids']).where('order_id', '=', order);
  return facts.execute();
};
const queuedOf = async (order: number) =>
  (await lab.db.selectFrom('invoices_due').select('id').where('order_id', '=', order).execute()).length;
const arrive = (payment: number, amount: bigint) =>
  applyOutcome(cx(), payment, { state: 'succeeded', receipts: [{ id: `r-${payment}-${amount}`, amount }], card: null });

/** Inserts two orders of 4.79 and 12.00 that wait for one payment. */
async function givenShared(kind: 'transfer' | 'checkout' = 'transfer') {
  const { accountId } = me;
  const gone = await givenWaitingOrder(lab.db, { accountId });
  const left = await givenWaitingOrder(lab.db, { accountId, nets: [1000n] });
  const gateway = kind === 'transfer' ? 'bank' : 'sandbox';
  const { id: payment } = await lab.db.transaction().execute(async (trx) => {
    const money = { gateway, method: gateway, kind, amount: 1679n, currency: 'EUR', reference: `shared ${gone}` } as const;
    const attempted = kind === 'checkout' && { attempted_at: new Date() };
    const made = await insertPayment(trx, { account_id: accountId, ...money, ...attempted }, [gone, left]);
    await markPaymentOpen(trx, made.id);
    return made;
  });
  await lab.db.deleteFrom('invoices_due').where('order_id', 'in', [gone, left]).execute();
  return { gone, left, payment };
}
const cancel = (id: number) =>
  transact(cx(), async (one) => {
    const [order] = await lockOrders(one.db, [id]);
    if (order) await cancelUnpaidOrder(one, order, { verb: 'delete', reason: 'Given.' });
  });

test('a cancelled order leaves the transfer, and the new amount pays the other order', async () => {
  const { gone, left, payment } = await givenShared();
  await cancel(gone);
  expect(await paymentBy(payment)).toMatchObject({ amount: 1200n, state: 'pending', closing: false });
  await lab.db.transaction().execute((trx) => markPaymentOpen(trx, payment));
  await arrive(payment, 1200n);
  expect([await statusOf(gone), await statusOf(left)]).toEqual(['cancelled', 'paid']);
  expect((await factsOf(0)).filter(({ kind }) => kind === 'payment-kept')).toEqual([]);
});

test('the earlier amount pays the other order too, and the surplus is balance', async () => {
  const { gone, left, payment } = await givenShared();
  await cancel(gone);
  await arrive(payment, 1679n);
  expect([await statusOf(gone), await statusOf(left)]).toEqual(['cancelled', 'paid']);
  const kept = lab.db.selectFrom('mails_due').select('kind').where('account_id', '=', me.accountId);
  expect(await kept.where('kind', '=', 'payment-kept').execute()).toHaveLength(1);
});

test('without a transfer the payment ends with the last order', async () => {
  const { gone, left, payment } = await givenShared();
  await cancel(gone);
  await cancel(left);
  expect(await paymentBy(payment)).toMatchObject({ closing: true });
});

test('an order that the balance pays leaves the transfer to the other one', async () => {
  const { gone, left, payment } = await givenShared();
  const { accountId } = me;
  await transact(cx(), async (one) => {
    const money = { gateway: 'operator', paymentMethod: 'operator', description: 'Given', now: new Date() } as const;
    await deposit(one.db, { accountId, amount: 479n, ...money });
    const [order] = await lockOrders(one.db, [gone]);
    if (order) await settleFromBalance(one, order);
  });
  expect([await statusOf(gone), await statusOf(left)]).toEqual(['paid', 'awaiting_payment']);
  await arrive(payment, 1200n);
  expect(await statusOf(left)).toBe('paid');
});

test('a payment that cannot be lowered is closed, and the other order is asked for again', async () => {
  const [partly, page] = [await givenShared(), await givenShared('checkout')];
  await arrive(partly.payment, 1300n);
  for (const { gone, left, payment } of [partly, page]) {
    await cancel(gone);
    expect(await paymentBy(payment)).toMatchObject({ closing: true });
    expect(await factsOf(left)).toContainEqual({ kind: 'order-waiting', ids: [-payment] });
    expect([await queuedOf(gone), await queuedOf(left)]).toEqual([0, 1]);
  }
});
