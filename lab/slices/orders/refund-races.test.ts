/** Tests refunds by staff beside other acts that return the same money: whatever comes first, nothing comes back twice. */
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { minutes, systemClock } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { checkPaidValues } from '../../business/paid-values.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenSeller, issueNow } from '../../given-invoices.ts';
import { pollPaymentsAhead } from '../../given-payments.ts';
import { type GivenStaff, givenStaff } from '../../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../../payment-lab.ts';
import { balance, deploy } from '../given-deploy.ts';

const ROUNDS = [0, 1, 2, 3, 4, 5];
let lab: PaymentLab;
let me: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
  await givenSeller(lab.chain.db);
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.chain.db, { funds: 1_000_00n });
});
afterEach(async () => {
  await lab.chain.worker.idle();
  await issueNow(lab.chain.db);
  expect(await checkPaidValues(lab.chain.db, systemClock)).toEqual([]);
  await expectBooksClean(lab.chain.db);
});

const as = () => ({ token: me.token });
const refund = (order: number, more: object = {}) =>
  lab.operator.run('refundOrder', { order, to: 'balance', reason: 'Sorry for the outage.', ...more });
/** Starts both acts at once, in turn one or the other first. */
const together = (round: number, ...acts: (() => Promise<unknown>)[]) =>
  Promise.allSettled((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));

test.each(ROUNDS)('a refund and a smaller plan (%i)', async (round) => {
  const { body, headers } = await deploy(lab.chain, me, { plan: 'large' });
  const order = Number(headers['x-order-id']);
  await lab.chain.serverWhen(body.id, me.token, ({ status, locked }) => status === 'active' && locked === null);
  const scale = () => lab.chain.call('scaleServer', { params: { id: body.id }, body: { plan: 'nano', scale_disk: false } }, as());
  await together(round, () => refund(order), scale);
  await lab.chain.serverWhen(body.id, me.token, ({ locked }) => locked === null);
  // The rest can be refunded, and then all is back.
  await refund(order).catch(() => {});
  expect(await balance(lab.chain, me)).toBe(1_000);
});

test.each(ROUNDS)('a refund and an early end (%i)', async (round) => {
  const { status, headers } = await lab.chain.call('purchaseSupportPlan', { body: { plan: 'premium', billing_cycle: 3 } }, as());
  expect(status).toBe(201);
  const order = Number(headers['x-order-id']);
  await together(
    round,
    () => refund(order),
    () => lab.chain.call('cancelSupportPlan', { body: { now: true } }, as()),
  );
  await refund(order).catch(() => {});
  expect(await balance(lab.chain, me)).toBe(1_000);
});

test.each(ROUNDS)('a refund to the payer and a dispute (%i)', async (round) => {
  const { id: order } = await lab.operator.run('addOrder', { account: String(me.accountId), lines: ['Setup=50.00'] });
  await lab.chain.call('payOrders', { body: { order_ids: [order], payment_method: 'card' } }, as());
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  await vi.waitFor(async () => expect(await lab.orderOf(me, order)).toMatchObject({ status: 'paid' }));
  const { data } = await lab.operator.run('listPayments', { account: me.email, state: 'succeeded' });
  const { id: payment, reference } = data[0] as (typeof data)[number];
  const seen = {
    gatewayId: `dp_${reference}`,
    paymentReference: reference,
    amount: 60_00n,
    state: 'open',
    reason: 'fraudulent',
  } as const;
  const dispute = () =>
    lab.chain.db.transaction().execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'sandbox', seen));
  await together(round, () => refund(order, { to: 'payer' }), dispute);
  await lab.chain.worker.idle();
  const { refunds, disputes } = await lab.operator.run('showPayment', { payment });
  const sent = refunds.filter(({ state }) => state === 'succeeded');
  expect(disputes).toHaveLength(1);
  // The gateway never sends what the bank has taken: the refund came first and was sent, or it failed or was refused.
  expect(sent.length).toBeLessThanOrEqual(1);
  expect(await balance(lab.chain, me)).toBeLessThanOrEqual(1_000);
});

test('one of an approval and its refusal at once counts', async () => {
  const { db } = lab.chain;
  const staff = [
    await givenStaff(db, { role: 'billing' }),
    await givenStaff(db, { role: 'billing' }),
    await givenStaff(db, { role: 'billing' }),
  ];
  const [ann, bob, cleo] = staff as [GivenStaff, GivenStaff, GivenStaff];
  const post = (by: GivenStaff, path: string, payload: object) =>
    lab.chain.send({ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` }, payload });
  for (const round of ROUNDS) {
    const { id: order } = await lab.operator.run('addOrder', { account: me.email, lines: ['Setup=300.00'], auto_pay: true });
    const before = await balance(lab.chain, me);
    const { status, body } = await post(ann, `/orders/${order}/refund`, { to: 'balance', reason: 'Sorry.' });
    expect(status).toBe(202);
    const answers = await together(
      round,
      () => post(bob, `/approvals/${body.id}/approve`, {}),
      () => post(cleo, `/approvals/${body.id}/refuse`, { reason: 'No.' }),
    );
    const statuses = answers.map((one) => (one.status === 'fulfilled' ? (one.value as { status: number }).status : 0));
    expect(statuses.sort()).toEqual([200, 422]);
    const isApproved = (await db.selectFrom('order_refunds').select('id').where('order_id', '=', order).execute()).length === 1;
    expect(await balance(lab.chain, me)).toBe(isApproved ? before + 360 : before);
    await refund(order).catch(() => {});
  }
});
