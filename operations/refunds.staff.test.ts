import { warnOfSentRefunds } from '@innkeeper/domain/alerts/refund-to-send';
import { transact } from '@innkeeper/domain/context';
import { applyDispute } from '@innkeeper/domain/payments/dispute';
import { expectBooksClean } from '@innkeeper/lab/books';
import { type GivenAccount, givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { pollPaymentsAhead, pollRefundsAhead } from '@innkeeper/lab/given-payments';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { openPaymentLab, type PaymentLab } from '@innkeeper/lab/payment-lab';
import { balance } from '@innkeeper/lab/slices/given-deploy';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const IBAN = 'AT611904300234573201';
const wrongState = { code: 'wrong_state' };
let lab: PaymentLab;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openPaymentLab();
});
beforeEach(async () => {
  owner = await givenAccount(lab.chain.db);
});
afterAll(() => lab.close());
afterEach(() => expectBooksClean(lab.chain.db));

/** Returns a deposit that Ada paid by transfer. */
async function paidByTransfer(amount = 20) {
  const { payment } = await lab.transfer(owner, amount);
  await lab.importStatement({ amount: `${amount}.00`, text: payment.reference, payer: 'Ada', iban: IBAN });
  return payment;
}

/** Refunds a part of the payment, and runs the workflow. Returns the row of the list. */
async function refund(payment: number, amount = '5', named: { payee?: string; iban?: string } = {}) {
  await lab.operator.run('refundPayment', { payment, amount, ...named });
  await lab.chain.worker.idle();
  const { data } = await lab.operator.run('listRefunds');
  return data.find((one) => one.payment === payment) as (typeof data)[number];
}
const settle = (id: number) => lab.operator.run('settleRefund', { refund: id });
const fail = (id: number) => lab.operator.run('failRefund', { refund: id, reason: 'The account is closed.' });
async function alertsOf(id: number) {
  const { data } = await lab.operator.run('listAlerts', {});
  return data.filter(({ key }) => key === `refund:${id}`).map(({ kind }) => kind);
}
const actionsOf = async (payment: number) => {
  const lines = lab.chain.db.selectFrom('audit_log').select(['action', 'details']).where('resource_kind', '=', 'payment');
  return (await lines.where('resource_id', '=', payment).orderBy('id').execute()).map(({ action }) => action);
};

test('the refund of a transfer is pending, with payee and IBAN, until a person marks it as sent', async () => {
  const payment = await paidByTransfer();
  const made = await refund(payment.id);
  expect(made).toMatchObject({
    ...{ account: owner.accountId, amount: '5.00', state: 'pending', to_send: true, payee: 'Ada', iban: IBAN, ended_at: null },
    reference: expect.not.stringContaining(payment.reference),
  });
  expect(await alertsOf(made.id)).toEqual(['refund_to_send']);
  const { data: alerts } = await lab.operator.run('listAlerts', {});
  expect(alerts.find(({ key }) => key === `refund:${made.id}`)?.message).toContain(
    `run ./innkeeper refund fail ${made.id} --reason TEXT.`,
  );
  expect((await lab.operator.run('listRefunds', { to_send: true })).data.map(({ id }) => id)).toContain(made.id);
  const row = lab.chain.db.selectFrom('payment_refunds').select('next_look_at').where('id', '=', made.id);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ next_look_at: null });
  expect(await pollRefundsAhead(lab.chain, days(30))).toBe(0);
  expect(await settle(made.id)).toMatchObject({ state: 'succeeded', to_send: false, ended_at: expect.any(String) });
  expect(await alertsOf(made.id)).toEqual([]);
  expect(await balance(lab.chain, owner)).toBe(15);
  await expect(settle(made.id)).rejects.toMatchObject(wrongState);
  expect((await lab.operator.run('listRefunds', { state: 'succeeded' })).data.map(({ id }) => id)).toContain(made.id);
  expect((await lab.operator.run('listRefunds', { to_send: true })).data.map(({ id }) => id)).not.toContain(made.id);
  expect(await actionsOf(payment.id)).toContain('settleRefund');
});

test('a failed transfer returns to the balance with its reason, also after it was sent', async () => {
  const payment = await paidByTransfer();
  const [first, second] = [await refund(payment.id), await refund(payment.id, '6')];
  expect(await balance(lab.chain, owner)).toBe(9);
  expect(await fail(first.id)).toMatchObject({ state: 'failed', to_send: false, reason: 'The account is closed.' });
  expect(await balance(lab.chain, owner)).toBe(14);
  expect(await alertsOf(first.id)).toEqual([]);
  await settle(second.id);
  expect(await fail(second.id)).toMatchObject({ state: 'failed' });
  expect(await balance(lab.chain, owner)).toBe(20);
  for (const act of [settle, fail]) await expect(act(second.id)).rejects.toMatchObject(wrongState);
  expect(await balance(lab.chain, owner)).toBe(20);
  expect((await actionsOf(payment.id)).filter((action) => action === 'failRefund')).toHaveLength(2);
});

test('of concurrent marks each counts once', async () => {
  const payment = await paidByTransfer();
  const [one, other] = [await refund(payment.id), await refund(payment.id)];
  const twice = await Promise.allSettled([settle(one.id), settle(one.id)]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await Promise.allSettled([settle(other.id), fail(other.id), fail(other.id)]);
  expect((await lab.operator.run('listRefunds', { state: 'failed' })).data.map(({ id }) => id)).toContain(other.id);
  expect(await balance(lab.chain, owner)).toBe(15);
});

test("nobody marks a gateway's refund, an unknown one, or one whose workflow has not run", async () => {
  await lab.chain.call('depositFunds', { body: { amount: 20, payment_method: 'card' } }, { token: owner.token });
  await lab.chain.worker.idle();
  await pollPaymentsAhead(lab.chain, minutes(1));
  const { data } = await lab.operator.run('listPayments', { account: owner.email });
  const made = await refund(data[0]?.id ?? 0);
  expect(made).toMatchObject({ state: 'succeeded', to_send: false, payee: null, iban: null });
  for (const act of [settle, fail]) {
    await expect(act(made.id)).rejects.toMatchObject({ ...wrongState, message: expect.stringContaining('by sandbox') });
    await expect(act(999_999)).rejects.toMatchObject({ code: 'not_found' });
  }
  const payment = await paidByTransfer();
  const { id } = await lab.chain.db.transaction().execute(async (trx) => {
    const entry = trx.selectFrom('ledger_entries').select('id').limit(1);
    const row = { payment_id: payment.id, amount: 1n, reference: 'given', entry_id: entry };
    const inserted = await trx.insertInto('payment_refunds').values(row).returning('id').executeTakeFirstOrThrow();
    return inserted;
  });
  await expect(settle(id)).rejects.toMatchObject({ ...wrongState, message: expect.stringContaining('not ready') });
  await lab.chain.db.deleteFrom('payment_refunds').where('id', '=', id).execute();
});

test('a returned transfer first reclaims the part of a dispute that was written off', async () => {
  const payment = await paidByTransfer();
  const made = await refund(payment.id, '20');
  await settle(made.id);
  const seen = { gatewayId: `dp_${payment.id}`, paymentReference: payment.reference, amount: 20_00n } as const;
  await lab.chain.db
    .transaction()
    .execute((trx) => applyDispute({ ...givenJobCx(trx), db: trx }, 'bank', { ...seen, state: 'open', reason: 'fraudulent' }));
  const disputes = async () => (await lab.operator.run('showPayment', { payment: payment.id })).disputes;
  expect(await disputes()).toMatchObject([{ written_off: '20.00' }]);
  await fail(made.id);
  expect(await disputes()).toMatchObject([{ written_off: '0.00' }]);
  expect(await balance(lab.chain, owner)).toBe(0);
});

test('a refund without a known account needs one: no line to send is blank', async () => {
  const { payment } = await lab.transfer(owner, 20);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  const sentence = `No statement has the account that paid payment ${payment.id}. Ask the customer, and name it with --iban.`;
  for (const named of [{}, { payee: 'Ada' }])
    await expect(refund(payment.id, '5', named)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: { iban: [sentence] } },
    });
  expect(await balance(lab.chain, owner)).toBe(20);
  expect(await refund(payment.id, '5', { iban: IBAN })).toMatchObject({ to_send: true, payee: null, iban: IBAN });
  expect(await balance(lab.chain, owner)).toBe(15);
});

test('a refund that an earlier version began without an account says so', async () => {
  const { payment } = await lab.transfer(owner, 20);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  const made = await refund(payment.id, '5', { iban: IBAN });
  await lab.chain.db.updateTable('payment_refunds').set({ iban: null }).where('id', '=', made.id).execute();
  expect(await lab.operator.print('listRefunds', { to_send: true })).toMatch(/unknown, ask the customer/);
  await transact(givenJobCx(lab.chain.db), (cx) => warnOfSentRefunds(cx));
  const { data } = await lab.operator.run('listAlerts', {});
  expect(data.find(({ key }) => key === `refund:${made.id}`)?.message).toContain('No account is known, so ask the customer');
  await settle(made.id);
});

test('staff names payee and account if the statement has none, and cannot replace them', async () => {
  const { payment } = await lab.transfer(owner, 20);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  const named = { payee: 'Ada Lovelace', iban: 'de89 3704 0044 0532 0130 00' };
  expect(await refund(payment.id, '5', named)).toMatchObject({ payee: 'Ada Lovelace', iban: 'DE89370400440532013000' });
  await expect(refund((await paidByTransfer()).id, '5', { iban: named.iban })).rejects.toMatchObject({ code: 'validation' });
  const { details } = await lab.chain.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'refundPayment')
    .where('resource_id', '=', payment.id)
    .executeTakeFirstOrThrow();
  expect(details).toMatchObject({ payee: 'Ada Lovelace', iban: 'DE89 … 3000' });
});

test('a statement that is imported before the refund is left to a person wins over the payee that staff named', async () => {
  const { payment } = await lab.transfer(owner, 20);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  const named = { payee: 'Bob', iban: 'DE89370400440532013000' };
  // The worker takes the refund at once, so the import has its place within the only step before the refund is left.
  const gateway = await lab.chain.engine.payments.gateway('bank');
  const imported = vi.spyOn(gateway, 'refund').mockImplementationOnce(async () => {
    await lab.importStatement({ amount: '20.00', text: payment.reference, payer: 'Ada', iban: IBAN });
    return { state: 'pending', gatewayId: null, byHand: true };
  });
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '5', ...named });
  await lab.chain.worker.idle();
  imported.mockRestore();
  const { data } = await lab.operator.run('listRefunds');
  expect(data.find((one) => one.payment === payment.id)).toMatchObject({ to_send: true, payee: 'Ada', iban: IBAN });
});

test('a wrong IBAN, and a payee of a payment that was no transfer, are refused by name', async () => {
  const { id } = await paidByTransfer();
  for (const iban of ['AT611904300234573202', 'Ada'])
    await expect(refund(id, '5', { iban })).rejects.toThrow(/"iban":\["(Its check digits|Must be an IBAN)/);
  await lab.chain.db.updateTable('payments').set({ gateway: 'sandbox' }).where('id', '=', id).execute();
  for (const [field, named] of [
    ['iban', { iban: IBAN }],
    ['payee', { payee: 'Ada' }],
  ] as const)
    await expect(refund(id, '5', named)).rejects.toMatchObject({
      code: 'validation',
      details: { errors: { [field]: [expect.any(String)] } },
    });
  await lab.chain.db.updateTable('payments').set({ gateway: 'bank' }).where('id', '=', id).execute();
});

test('of several credits of a payment, one with an IBAN gets the refund', async () => {
  const { payment } = await lab.transfer(owner, 20);
  const text = payment.reference;
  await lab.importStatement({ amount: '20.00', text, payer: 'Ada', iban: IBAN }, { amount: '5.00', text, payer: 'Bob' });
  expect(await refund(payment.id)).toMatchObject({ payee: 'Ada', iban: IBAN });
});

test('above the daily limit a refund that was marked as sent fails only with a second person, and others need none', async () => {
  const [ann, bob] = [
    await givenStaff(lab.chain.db, { role: 'billing' }),
    await givenStaff(lab.chain.db, { role: 'billing' }),
  ] as const;
  const post = (by: GivenStaff, path: string, payload?: object) =>
    lab.chain.send({
      ...{ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${by.token}` } },
      ...(payload && { payload }),
    });
  const failAs = (by: GivenStaff, id: number) => post(by, `/refunds/${id}/fail`, { reason: 'It came back.' });
  const payment = await paidByTransfer(500);
  const [unsent, sent, other] = [
    await refund(payment.id, '150'),
    await refund(payment.id, '150'),
    await refund(payment.id, '150'),
  ] as const;
  expect(await failAs(ann, unsent.id)).toMatchObject({ status: 200, body: { state: 'failed' } });
  for (const { id } of [sent, other]) await settle(id);
  const waiting = await failAs(ann, sent.id);
  expect(waiting).toMatchObject({
    status: 202,
    body: { operation: 'failRefund', amount: '150.00', account: owner.accountId, input: { reason: 'It came back.' } },
  });
  expect(await balance(lab.chain, owner)).toBe(200);
  expect(await post(bob, `/approvals/${waiting.body.id}/approve`)).toMatchObject({ body: { state: 'approved' } });
  expect(await balance(lab.chain, owner)).toBe(350);
  // The amount counts for the person who approved it.
  const fund = { amount: '1', reason: 'Sorry' };
  expect((await post(bob, `/accounts/${owner.accountId}/fund`, fund)).status).toBe(202);
  expect((await post(ann, `/accounts/${owner.accountId}/fund`, fund)).status).toBe(200);
  const late = await failAs(ann, other.id);
  await fail(other.id);
  expect(await post(bob, `/approvals/${late.body.id}/approve`)).toMatchObject({ status: 422, body: wrongState });
});
