import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { refundPayment } from '@innkeeper/domain/payments/refund';
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { pollPaymentsAhead, pollRefundsAhead, returnRefund } from '@innkeeper/lab/given-payments';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance, deploy } from '@innkeeper/lab/slices/given-deploy';
import type { DisputeReport } from '@innkeeper/model/payments/outcome';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let lab: PaymentLab;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(async () => {
  await expectBooksClean(lab.chain.db);
  await lab.close();
});
afterEach(() => expectBooksClean(lab.chain.db));

const as = ({ token }: GivenAccount) => ({ token });

test('confirmPayment posts a payment once, and its line on a later statement is not posted again', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { orderId, payment } = await lab.transfer(owner, 20);
  expect(await lab.operator.run('confirmPayment', { payment: payment.id })).toMatchObject({
    state: 'succeeded',
    received: '20.00',
  });
  await expect(lab.operator.run('confirmPayment', { payment: payment.id })).rejects.toThrow('already arrived');
  await lab.importStatement({ amount: '20.00', text: payment.reference });
  expect(await balance(lab.chain, owner)).toBe(20);
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'paid' });
});

test('confirmPayment keeps money on the balance, with an alert, if its order cannot be settled', async () => {
  const owner = await givenAccount(lab.chain.db);
  const ordered = await deploy(lab.chain, owner, { name: 'web-1', auto_pay: false });
  const orderId = Number(ordered.headers['x-order-id']);
  const body = { order_ids: [orderId], payment_method: 'bank' };
  expect((await lab.chain.call('payOrders', { body }, as(owner))).status).toBe(200);
  const { data: payments } = await lab.operator.run('listPayments', { account: owner.email });
  const endServer = (status: 'terminated' | 'awaiting_payment') =>
    lab.chain.db.transaction().execute(async (trx) => {
      await trx.updateTable('server_details').set({ holds_capacity: false }).where('id', '=', ordered.body.id).execute();
      await trx.updateTable('services').set({ status }).where('id', '=', ordered.body.id).execute();
    });
  await endServer('terminated');
  expect(await lab.operator.run('confirmPayment', { payment: payments[0]?.id ?? 0 })).toMatchObject({ state: 'succeeded' });
  expect(await balance(lab.chain, owner)).toBe(4.79);
  expect(await lab.orderOf(owner, orderId)).toMatchObject({ status: 'awaiting_payment' });
  const { data } = await lab.operator.run('listAlerts', {});
  expect(data).toContainEqual(expect.objectContaining({ kind: 'payment_not_settled' }));
  await endServer('awaiting_payment');
});

test('failPayment ends open payments, and no others', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { payment } = await lab.transfer(owner, 20);
  expect(await lab.operator.run('failPayment', { payment: payment.id })).toMatchObject({ state: 'failed' });
  await expect(lab.operator.run('failPayment', { payment: payment.id })).rejects.toThrow('has already failed');
  await expect(lab.operator.run('showPayment', { payment: 999_999 })).rejects.toThrow('does not exist');
});

/** Returns a deposit of 20 that was paid by card. */
async function paidByCard(owner: GivenAccount, amount = 20) {
  const { id } = (await lab.chain.call('depositFunds', { body: { amount, payment_method: 'card' } }, as(owner))).body;
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  expect(await lab.orderOf(owner, id)).toMatchObject({ status: 'paid' });
  const { data } = await lab.operator.run('listPayments', { account: owner.email, state: 'succeeded' });
  return data[0] as (typeof data)[number];
}

test('refundPayment takes at most the payment from the balance, and returns it if the gateway refuses', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { id: payment } = await paidByCard(owner);
  await lab.operator.run('refundPayment', { payment, amount: '5' });
  expect(await balance(lab.chain, owner)).toBe(15);
  await lab.chain.worker.idle();
  expect(await lab.operator.run('showPayment', { payment })).toMatchObject({
    refunded: '5.00',
    refunds: [{ state: 'succeeded' }],
  });
  await expect(lab.operator.run('refundPayment', { payment, amount: '15.01' })).rejects.toThrow('At most 15.00 of payment');
  // The sandbox refuses this amount.
  await lab.operator.run('refundPayment', { payment, amount: '1.01' });
  await lab.chain.worker.idle();
  expect(await lab.operator.run('showPayment', { payment })).toMatchObject({
    refunded: '5.00',
    refunds: [{}, { state: 'failed' }],
  });
  expect(await balance(lab.chain, owner)).toBe(15);
  await lab.operator.run('refundPayment', { payment });
  expect(await balance(lab.chain, owner)).toBe(0);
});

test('refundPayment names the balance, and the refund of the order that has spent the money', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { id: payment } = await paidByCard(owner);
  await lab.operator.run('refundPayment', { payment, amount: '5' });
  await lab.chain.worker.idle();
  const ordered = await deploy(lab.chain, owner, { name: 'spent' });
  await lab.chain.worker.idle();
  expect(ordered.status).toBe(201);
  const left = (await balance(lab.chain, owner)).toFixed(2);
  const { id: order } = await lab.chain.db
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', owner.accountId)
    .where('payment_method', '=', 'balance')
    .executeTakeFirstOrThrow();
  await expect(lab.operator.run('refundPayment', { payment, amount: '15' })).rejects.toMatchObject({
    code: 'insufficient_funds',
    message: `The balance of ${left} does not cover this refund. Refund it with --amount ${left}. Orders paid from the balance: first ./innkeeper order refund ${order} --to balance, then repeat this command.`,
  });
  await lab.operator.run('refundOrder', { order, to: 'balance', reason: 'By mistake.' });
  await lab.operator.run('refundPayment', { payment, amount: '15' });
  expect(await balance(lab.chain, owner)).toBe(0);
});

const refundsOf = async (payment: number) => (await lab.operator.run('showPayment', { payment })).refunds;

test('a pending refund is completed when the gateway sends it, and returned to the balance if it never does', async () => {
  const owner = await givenAccount(lab.chain.db);
  const { id: payment } = await paidByCard(owner);
  // The sandbox completes the first refund late and the second never.
  for (const amount of ['5.05', '6.06']) await lab.operator.run('refundPayment', { payment, amount });
  await lab.chain.worker.idle();
  expect(await refundsOf(payment)).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
  expect(await pollRefundsAhead(lab.chain, 0)).toBe(0);
  expect(await pollRefundsAhead(lab.chain, days(1))).toBe(2);
  expect(await refundsOf(payment)).toMatchObject([{ state: 'succeeded' }, { state: 'failed', amount: '6.06' }]);
  expect(await balance(lab.chain, owner)).toBe(14.95);
  const alerts = await lab.chain.db
    .selectFrom('operator_alerts')
    .select('message')
    .where('kind', '=', 'payment_refund_failed')
    .execute();
  expect(alerts).toMatchObject([{ message: expect.stringMatching(`of 6.06 for payment ${payment} failed`) }]);
  expect(await pollRefundsAhead(lab.chain, days(2))).toBe(0);
});

test("a refund that the payer's bank returns is added to the balance, once", async () => {
  const owner = await givenAccount(lab.chain.db);
  const { id: payment } = await paidByCard(owner);
  await lab.operator.run('refundPayment', { payment, amount: '5' });
  await lab.chain.worker.idle();
  const refund = await lab.chain.db
    .selectFrom('payment_refunds')
    .selectAll()
    .where('payment_id', '=', payment)
    .executeTakeFirstOrThrow();
  await returnRefund(lab.chain, refund, 2);
  expect(await refundsOf(payment)).toMatchObject([{ state: 'failed' }]);
  expect(await balance(lab.chain, owner)).toBe(20);
});

test('a refund overtaken by a dispute is not sent, and its money covers the disputed amount', async () => {
  const owner = await givenAccount(lab.chain.db);
  const paid = await paidByCard(owner);
  await lab.chain.db.transaction().execute(async (trx) => {
    // The refund is requested, but the payer's bank disputes the payment before its workflow runs.
    await refundPayment({ ...givenJobCx(trx), db: trx }, paid.id, 20_00n);
    const seen = { gatewayId: `dp_${paid.id}`, paymentReference: paid.reference, amount: 20_00n } as const;
    await applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', { ...seen, state: 'open', reason: 'fraudulent' });
  });
  await lab.chain.worker.idle();
  expect(await refundsOf(paid.id)).toMatchObject([{ state: 'failed' }]);
  expect((await lab.operator.run('showPayment', { payment: paid.id })).disputes).toMatchObject([{ written_off: '0.00' }]);
  expect(await balance(lab.chain, owner)).toBe(0);
  await expect(lab.operator.run('refundPayment', { payment: paid.id })).rejects.toThrow('At most 0.00 of payment');
});

test('an account is frozen from its first standing dispute, regardless of later reports about it', async () => {
  const owner = await givenAccount(lab.chain.db);
  const [first, second] = [await paidByCard(owner), await paidByCard(owner, 30)];
  const tell = (paid: typeof first, at: string, state: DisputeReport['state']) => {
    const seen = { gatewayId: `dp_${paid.id}`, paymentReference: paid.reference, amount: 20_00n, state, reason: 'fraudulent' };
    const cx = (trx: Parameters<typeof givenJobCx>[0]) => givenJobCx(trx, { clock: { now: () => new Date(at) } });
    return lab.chain.db.transaction().execute((trx) => applyDispute({ ...cx(trx), db: trx }, 'sandbox', seen));
  };
  const frozenAt = async () => {
    const row = lab.chain.db.selectFrom('ledger_accounts').select('orders_frozen_at').where('account_id', '=', owner.accountId);
    return (await row.executeTakeFirstOrThrow()).orders_frozen_at?.toISOString();
  };
  await tell(first, '2031-01-01T00:00:00Z', 'open');
  await tell(second, '2031-01-02T00:00:00Z', 'open');
  await tell(first, '2031-01-03T00:00:00Z', 'lost');
  expect(await frozenAt()).toBe('2031-01-01T00:00:00.000Z');
  await tell(first, '2031-01-04T00:00:00Z', 'won');
  expect(await frozenAt()).toBe('2031-01-02T00:00:00.000Z');
  await tell(second, '2031-01-05T00:00:00Z', 'won');
  expect(await frozenAt()).toBeUndefined();
});

test('a dispute takes its money, blocks orders, and writes off any shortfall; winning restores everything', async () => {
  const owner = await givenAccount(lab.chain.db);
  const paid = await paidByCard(owner);
  expect((await deploy(lab.chain, owner, { name: 'web-1' })).status).toBe(201);
  const before = await balance(lab.chain, owner);
  const seen = (state: DisputeReport['state']): DisputeReport => ({
    ...{ gatewayId: `dp_${paid.id}`, paymentReference: paid.reference, amount: 20_00n, state, reason: 'fraudulent' },
  });
  const tell = (state: DisputeReport['state']) =>
    lab.chain.db.transaction().execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', seen(state)));
  await tell('inquiry');
  expect(await balance(lab.chain, owner)).toBe(before);
  for (const state of ['open', 'open', 'lost', 'open'] as const) await tell(state);
  expect(await balance(lab.chain, owner)).toBe(0);
  expect((await lab.operator.run('showPayment', { payment: paid.id })).disputes).toMatchObject([
    { amount: '20.00', written_off: '4.79', state: 'lost' },
  ]);
  const refused = await deploy(lab.chain, owner, { name: 'web-2' });
  expect([refused.status, refused.body.code]).toEqual([422, 'payment_disputed']);
  const { disputes } = await lab.operator.run('showPayment', { payment: paid.id });
  await lab.operator.run('settleDispute', { dispute: disputes[0]?.id });
  expect((await deploy(lab.chain, owner, { name: 'web-2', auto_pay: false })).status).toBe(201);

  const other = await givenAccount(lab.chain.db);
  const second = await paidByCard(other, 30);
  const both = (state: DisputeReport['state']) =>
    lab.chain.db.transaction().execute((trx) =>
      applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', {
        ...{ gatewayId: `dp_${second.id}`, paymentReference: second.reference, amount: 30_00n, state, reason: 'fraudulent' },
      }),
    );
  for (const state of ['open', 'won', 'open', 'won'] as const) await both(state);
  expect(await balance(lab.chain, other)).toBe(30);
  expect((await deploy(lab.chain, other, { name: 'web-3' })).status).toBe(201);
});
