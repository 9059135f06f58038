/** Tests that the refund of a payment counts towards the daily limit with all that it would send. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { openPaymentLab, type PaymentLab } from '../payment-lab.ts';
import { balance } from './given-deploy.ts';

let lab: PaymentLab;
let me: GivenAccount;
let ann: GivenStaff;
let bob: GivenStaff;
beforeAll(async () => {
  lab = await openPaymentLab();
});
afterAll(() => lab.close());
beforeEach(async () => {
  const { db } = lab.chain;
  [me, ann, bob] = [await givenAccount(db), await givenStaff(db, { role: 'billing' }), await givenStaff(db, { role: 'billing' })];
});
afterEach(() => expectBooksClean(lab.chain.db));

const post = (path: string, { token }: GivenStaff, payload: object = {}): Promise<Answer> =>
  lab.chain.send({ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${token}` }, payload });
const arrive = (reference: string, amount: string) =>
  lab.importStatement({ amount, text: `${reference} ${amount}`, payer: 'Ada', iban: 'AT611904300234573201' });

test('a refund of all that is left counts as a whole, also what exceeds the payment', async () => {
  const { payment } = await lab.transfer(me, 10);
  await arrive(payment.reference, '10.00');
  await arrive(payment.reference, '400.00');
  const waiting = await post(`/payments/${payment.id}/refund`, ann);
  expect(waiting).toMatchObject({ status: 202, body: { operation: 'refundPayment', amount: '410.00' } });
  await arrive(payment.reference, '50.00');
  const approve = () => post(`/approvals/${waiting.body.id}/approve`, bob);
  expect(await approve()).toMatchObject({ status: 422, body: { message: expect.stringContaining('worth more') } });
  expect(await balance(lab.chain, me)).toBe(460);
});

test('a refund of more than is left is refused before anybody is asked', async () => {
  const { payment } = await lab.transfer(me, 500);
  await arrive(payment.reference, '500.00');
  await lab.operator.run('refundPayment', { payment: payment.id, amount: '400' });
  const refused = await post(`/payments/${payment.id}/refund`, ann, { amount: '100.01' });
  expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('At most 100.00') } });
  expect((await post(`/payments/${payment.id}/refund`, ann)).status).toBe(200);
});
