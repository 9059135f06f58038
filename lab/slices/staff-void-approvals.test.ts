/** Tests that requests for the same money close by themselves once one of them is carried out, and that their requesters learn why. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../payment-lab.ts';
import { balance } from './given-deploy.ts';

const IBAN = 'AT611904300234573201';
let lab: PaymentLab;
let me: GivenAccount;
let ann: GivenStaff;
let bob: GivenStaff;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(db());
  [ann, bob] = [await givenStaff(db(), { role: 'billing' }), await givenStaff(db(), { role: 'billing' })];
});
afterEach(() => expectBooksClean(db()));

const db = () => lab.chain.db;
const send = (method: 'GET' | 'POST', path: string, { token }: Pick<GivenStaff, 'token'>, payload?: object): Promise<Answer> =>
  lab.chain.send({
    ...{ method, url: `/v1/operator${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
const post = (path: string, by: GivenStaff, payload: object = {}) => send('POST', path, by, payload);
const approve = ({ body }: Answer, by: GivenStaff) => post(`/approvals/${body.id}/approve`, by);
const shown = async ({ body }: Answer) => (await send('GET', `/approvals/${body.id}`, bob)).body;
const mailsTo = ({ id }: Pick<GivenStaff, 'id'>) =>
  db()
    .selectFrom('mails as m')
    .innerJoin('staff as s', 's.email', 'm.address')
    .select('m.data')
    .where('s.id', '=', id)
    .where('m.template', '=', 'approval-void')
    .orderBy('m.id')
    .execute();

/** Pays a deposit by transfer, whose refund needs a second person. Returns the id of the payment. */
async function givenPaid(amount = 5_000) {
  const { payment } = await lab.transfer(me, amount);
  await lab.importStatement({ amount: `${amount}.00`, text: payment.reference, payer: 'Ada', iban: IBAN });
  return payment.id;
}

test('the second of two requests for the same money is void, with the reason, and its requester gets a mail', async () => {
  const payment = await givenPaid();
  const [first, second] = [await post(`/payments/${payment}/refund`, ann), await post(`/payments/${payment}/refund`, bob)];
  const other = await post(`/accounts/${me.accountId}/fund`, ann, { amount: '700', reason: 'Sorry' });
  expect([first.status, second.status, other.status]).toEqual([202, 202, 202]);
  expect((await approve(first, bob)).body).toMatchObject({ state: 'approved' });
  const reason = `At most 0.00 of payment ${payment} can be refunded.`;
  expect(await shown(second)).toMatchObject({ state: 'void', reason, decided_by: null, may_decide: false });
  expect(await shown(other)).toMatchObject({ state: 'waiting' });
  expect(await mailsTo(bob)).toMatchObject([
    { data: { approval: second.body.id, operation: 'refundPayment', amount: '5000.00 EUR', account: me.accountId, reason } },
  ]);
  expect(await mailsTo(ann)).toEqual([]);
  const lines = db().selectFrom('audit_log').select('details').where('action', '=', 'approval.void');
  expect(await lines.where('resource_id', '=', second.body.id).execute()).toMatchObject([
    { details: { operation: 'refundPayment', requested_by: bob.id, reason } },
  ]);
  expect(await approve(second, ann)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(await balance(lab.chain, me)).toBe(0);
  expect(await lab.operator.print('listApprovals', { all: true })).toContain(`void: ${reason}`);
  expect(await lab.operator.print('showApproval', { approval: second.body.id })).toContain('It can no longer be carried out.');
});

test('a request that lacks the balance for now keeps waiting', async () => {
  const [one, two] = [await givenPaid(), await givenPaid(4_000)];
  const waiting = await post(`/payments/${two}/refund`, ann);
  await lab.operator.run('addOrder', { account: me.email, lines: ['Work=4000.00'], auto_pay: true });
  await lab.operator.run('refundPayment', { payment: one, amount: '1000' });
  expect(await shown(waiting)).toMatchObject({ state: 'waiting' });
});

test('a direct act closes requests too, over HTTP and at the host', async () => {
  const payment = await givenPaid();
  const { unmatched } = await lab.importStatement(
    { amount: '3000.00', text: 'of somebody' },
    { amount: '2000.00', text: 'of nobody' },
  );
  const [large, small] = unmatched.map(({ id }) => id);
  const toBalance = await post(`/bank/${large}/assign`, ann, { account: me.email });
  const another = await post(`/bank/${small}/assign`, ann, { account: me.email });
  const { payment: open } = await lab.transfer(me, 3_000);
  // Nobody has to approve the amount that a payment asked for.
  expect((await post(`/bank/${large}/assign`, bob, { payment: open.id })).status).toBe(200);
  expect(await shown(toBalance)).toMatchObject({
    state: 'void',
    reason: expect.stringContaining('is already assigned to payment'),
  });
  expect(await shown(another)).toMatchObject({ state: 'waiting' });
  const refund = await post(`/payments/${payment}/refund`, ann);
  await lab.operator.run('refundPayment', { payment });
  expect(await shown(refund)).toMatchObject({ state: 'void' });
});

test('of two requests for one bank credit under different accounts the second is void, once the credit is used', async () => {
  const other = await givenAccount(db());
  const { unmatched } = await lab.importStatement({ amount: '3100.00', text: 'of whom' }, { amount: '3200.00', text: 'unknown' });
  const [line, another] = unmatched.map(({ id }) => id);
  const assign = (id: number | undefined, by: GivenStaff, { email }: GivenAccount) =>
    post(`/bank/${id}/assign`, by, { account: email });
  const [mine, others, kept] = [await assign(line, ann, me), await assign(line, bob, other), await assign(another, bob, other)];
  expect((await approve(mine, bob)).body).toMatchObject({ state: 'approved' });
  const reason = expect.stringContaining(`Credit ${line} is already assigned to payment`);
  expect(await shown(others)).toMatchObject({ state: 'void', reason, account: other.accountId });
  expect(await shown(kept)).toMatchObject({ state: 'waiting' });
  expect(await mailsTo(bob)).toMatchObject([{ data: { approval: others.body.id, operation: 'assignBank', reason } }]);
  const last = await assign(another, ann, me);
  await lab.operator.run('assignBank', { line: another, account: me.email });
  expect(await shown(kept)).toMatchObject({ state: 'void' });
  expect(await shown(last)).toMatchObject({ state: 'void' });
});

test('the approval of a refund of a transfer says where the host finds the money to send, and other approvals do not', async () => {
  const hint = './innkeeper refund list --to-send';
  const refund = await post(`/payments/${await givenPaid()}/refund`, ann);
  const credit = await post(`/accounts/${me.accountId}/fund`, ann, { amount: '700', reason: 'Sorry' });
  const approveAtHost = ({ body }: Answer) => lab.operator.print('approveApproval', { approval: body.id as number });
  expect(await approveAtHost(refund)).toContain(hint);
  expect(await approveAtHost(credit)).not.toContain(hint);
});
