/** Scenarios in which a gateway collects money or refunds it. */
import assert from 'node:assert/strict';
import { lockOrder } from '@innkeeper/db/tables/orders';
import { saveCard } from '@innkeeper/db/tables/saved-cards';
import { placeDeposit } from '@innkeeper/domain/orders/place-deposit';
import { beginPayment } from '@innkeeper/domain/payments/begin';
import { chargeSavedCard } from '@innkeeper/domain/payments/charge-saved-card';
import { refundPayment } from '@innkeeper/domain/payments/refund';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { systemClock } from '@innkeeper/model/time/clock';
import { paymentCollect } from '@innkeeper/workflows/payments/collect';
import { paymentRefund } from '@innkeeper/workflows/payments/refund';
import { givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import type { TortureLab } from '../lab.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller } from './caller.ts';

const SANDBOX = { key: 'card', driver: 'sandbox' } as const;
const BANK = { key: 'bank', driver: 'bank' } as const;

export const PAYMENT_SCENARIOS: readonly Scenario[] = [
  { name: 'payment.collect, a page', definition: paymentCollect, begin: checkout },
  { name: 'payment.collect, a saved card', definition: paymentCollect, begin: (lab) => charge(lab, 20_00n) },
  { name: 'payment.collect, an answer that is lost', definition: paymentCollect, begin: (lab) => charge(lab, 20_03n) },
  { name: 'payment.refund', definition: paymentRefund, begin: (lab) => refund(lab, SANDBOX) },
  { name: 'payment.refund, a bank transfer', definition: paymentRefund, begin: (lab) => refund(lab, BANK) },
];

async function checkout(lab: TortureLab): Promise<Begun> {
  const { accountId, orderId } = await givenDeposit(lab, 20_00n);
  const paymentId = await asCaller(lab, accountId, async (cx) => {
    const order = await lockOrder(cx.db, orderId);
    assert(order);
    return (await beginPayment(cx, { accountId, orders: [order], method: SANDBOX })).id;
  });
  return {
    workflowIds: await workflowsOf(lab, paymentId),
    async check(ended) {
      const payment = await paymentOf(lab, paymentId);
      const done = [...ended.values()].every((state) => state === 'done');
      assert.equal(payment.state, done ? 'pending' : 'failed');
      // A failed payment may be polled once more, so only successful ones are checked.
      if (done) assert(payment.url !== null && payment.next_look_at !== null);
      assert.equal(await balanceOf(lab, accountId), 0n);
    },
  };
}

/** Charges a saved card. Whatever happens to the workflow, the money arrives once or was never taken. */
async function charge(lab: TortureLab, amount: bigint): Promise<Begun> {
  const { accountId, orderId } = await givenDeposit(lab, amount);
  await givenCard(lab, accountId);
  const paymentId = await asCaller(lab, accountId, async (cx) => {
    const order = await lockOrder(cx.db, orderId);
    assert(order);
    const begun = await chargeSavedCard(cx, order);
    assert(begun.begun);
    return begun.paymentId;
  });
  return {
    workflowIds: await workflowsOf(lab, paymentId),
    async check() {
      const payment = await paymentOf(lab, paymentId);
      const order = await lab.db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow();
      const expected = { pending: 'processing', unknown: 'processing', succeeded: 'paid', failed: 'awaiting_payment' } as const;
      assert.notEqual(payment.state, 'pending');
      assert.equal(order.status, expected[payment.state]);
      assert.equal(await balanceOf(lab, accountId), payment.state === 'succeeded' ? amount : 0n);
    },
  };
}

/** Account that staff names, because no statement has one. */
const PAYEE = { payee: 'Ada Lovelace', iban: 'AT611904300234573201' };

/** Refunds a payment. A refund by transfer is either left to a person or on the balance again. */
async function refund(lab: TortureLab, method: typeof SANDBOX | typeof BANK): Promise<Begun> {
  const { accountId, orderId } = await givenDeposit(lab, 20_00n);
  const paymentId = await asCaller(lab, accountId, async (cx) => {
    const order = await lockOrder(cx.db, orderId);
    assert(order);
    const { id } = await beginPayment(cx, { accountId, orders: [order], method });
    await cx.db.deleteFrom('workflows').where('resource_kind', '=', 'payment').where('resource_id', '=', id).execute();
    await cx.db.updateTable('payments').set({ attempted_at: cx.clock.now() }).where('id', '=', id).execute();
    return id;
  });
  const receipts = [{ id: `given-${paymentId}`, amount: 20_00n }];
  await applyOutcome(givenJobCx(lab.db), paymentId, {
    state: 'succeeded',
    gatewayId: `given_${paymentId}`,
    receipts,
    card: null,
  });
  const { id } = await asCaller(lab, accountId, (cx) => refundPayment(cx, paymentId, 5_00n, method === BANK ? PAYEE : {}));
  return {
    workflowIds: await workflowsOf(lab, paymentId),
    async check() {
      const row = lab.db.selectFrom('payment_refunds').select(['state', 'by_hand']).where('id', '=', id);
      const { state, by_hand } = await row.executeTakeFirstOrThrow();
      const left = method === BANK ? 'pending' : 'succeeded';
      assert(state === left || state === 'failed');
      assert.equal(by_hand, state === 'pending');
      assert.equal(await balanceOf(lab, accountId), state === left ? 15_00n : 20_00n);
    },
  };
}

async function givenDeposit(lab: TortureLab, amount: bigint): Promise<{ accountId: number; orderId: number }> {
  await givenPaymentMethods(lab.db);
  const { accountId } = await givenAccount(lab.db);
  const { id: orderId } = await asCaller(lab, accountId, (cx) => placeDeposit(cx, { accountId, amount, method: 'card' }));
  return { accountId, orderId };
}

export function givenCard(lab: Pick<TortureLab, 'db'>, accountId: number): Promise<void> {
  const card = {
    ...{ gatewayId: `sandbox_card_${accountId}`, gatewayCustomer: `sandbox_customer_${accountId}`, brand: 'sandbox' },
    ...{ last4: '4242', expiryMonth: 12, expiryYear: 2099, country: null },
  };
  return saveCard(lab.db, { gateway: 'sandbox', accountId, card, isAgreed: true, now: systemClock.now() });
}

async function workflowsOf(lab: TortureLab, paymentId: number): Promise<number[]> {
  const rows = await lab.db
    .selectFrom('workflows')
    .select('id')
    .where('resource_kind', '=', 'payment')
    .where('resource_id', '=', paymentId)
    .execute();
  return rows.map(({ id }) => id);
}

const paymentOf = (lab: TortureLab, id: number) =>
  lab.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function balanceOf({ db }: TortureLab, accountId: number): Promise<bigint> {
  const { balance } = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return balance;
}
