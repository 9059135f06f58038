/** Tests the four-eyes rule over HTTP: money beyond a payment counts as a credit, and no staff member acts as another. */
import { insertStaffToken } from '@innkeeper/db/tables/staff';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Answer } from '../app.ts';
import { expectBooksClean } from '../books.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { postTransfersNow } from '../given-payments.ts';
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

const post = (path: string, { token }: Pick<GivenStaff, 'token'>, payload?: object): Promise<Answer> =>
  lab.chain.send({
    method: 'POST',
    url: `/v1/operator${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
const confirm = (payment: number, by: GivenStaff, amount?: string) =>
  post(`/payments/${payment}/confirm`, by, amount === undefined ? {} : { amount });
const approve = (answer: Answer, by: Pick<GivenStaff, 'token'> = bob) => post(`/approvals/${answer.body.id}/approve`, by);
const credit = (by: Pick<GivenStaff, 'token'>, amount: string) =>
  post(`/accounts/${me.accountId}/fund`, by, { amount, reason: 'Sorry' });

test('one person confirms a payment for the requested amount; an excess over the limit requires two', async () => {
  const { payment } = await lab.transfer(me, 10);
  const waiting = await confirm(payment.id, ann, '50000');
  expect(waiting).toMatchObject({
    status: 202,
    body: { operation: 'confirmPayment', amount: '49990.00', account: me.accountId, state: 'waiting', requested_by: ann.name },
  });
  expect(await balance(lab.chain, me)).toBe(0);
  expect(await approve(waiting, ann)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect((await approve(waiting)).body).toMatchObject({ state: 'approved', decided_by: bob.name });
  expect(await balance(lab.chain, me)).toBe(50_000);
  expect(await confirm((await lab.transfer(me, 5_000)).payment.id, ann)).toMatchObject({ status: 200 });
  expect(await balance(lab.chain, me)).toBe(55_000);
  // Bob has credited 49,990.00 today, ann nothing.
  expect((await credit(bob, '0.01')).status).toBe(202);
  expect((await credit(ann, '100')).status).toBe(200);
});

test('confirmed amounts above the request count together with credits', async () => {
  expect((await confirm((await lab.transfer(me, 10)).payment.id, ann, '70')).status).toBe(200);
  expect((await credit(ann, '40.01')).status).toBe(202);
  expect((await credit(ann, '40')).status).toBe(200);
  expect((await confirm((await lab.transfer(me, 10)).payment.id, ann, '10.01')).status).toBe(202);
});

test('an approval cannot give more than requested after other money has arrived', async () => {
  const { payment } = await lab.transfer(me, 500);
  const waiting = await confirm(payment.id, ann, '700');
  expect(waiting).toMatchObject({ status: 202, body: { amount: '200.00' } });
  await lab.importStatement({ amount: '300.00', text: payment.reference });
  expect(await approve(waiting)).toMatchObject({ status: 422, body: { message: expect.stringMatching(/worth more/) } });
  expect(await balance(lab.chain, me)).toBe(300);
});

test('refuses what cannot be confirmed or assigned before it requests approval', async () => {
  expect(await confirm(999_999, ann, '50000')).toMatchObject({ status: 404 });
  const { payment } = await lab.transfer(me, 10);
  await lab.operator.run('confirmPayment', { payment: payment.id });
  expect(await confirm(payment.id, ann, '50000')).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(await post('/bank/999999/assign', ann, { payment: payment.id })).toMatchObject({ status: 404 });
});

test("one person assigns a bank credit up to the payment's amount; an excess over the limit requires two", async () => {
  const { payment } = await lab.transfer(me, 400);
  const { unmatched } = await lab.importStatement(
    ...['400.00', '400.01', '30000.00'].map((amount) => ({
      amount,
      text: `of somebody ${amount} ${payment.reference.slice(0, 3)}`,
    })),
  );
  const [exact, again, large] = unmatched.map(({ id }) => id);
  const assign = (line: number | undefined) => post(`/bank/${line}/assign`, ann, { payment: payment.id });
  expect((await assign(exact)).status).toBe(200);
  // The sum also counts before a job has posted the first credit.
  expect(await assign(again)).toMatchObject({ status: 202, body: { operation: 'assignBank', amount: '400.01' } });
  const waiting = await assign(large);
  expect(waiting).toMatchObject({ status: 202, body: { amount: '30000.00' } });
  expect((await approve(waiting)).status).toBe(200);
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(30_400);
});

test('assigning the credit of a manually confirmed payment adds no money', async () => {
  const { payment } = await lab.transfer(me, 900);
  const { unmatched } = await lab.importStatement({ amount: '900.00', text: 'without a reference' });
  expect((await confirm(payment.id, ann)).status).toBe(200);
  expect((await post(`/bank/${unmatched[0]?.id}/assign`, ann, { payment: payment.id })).status).toBe(200);
  await postTransfersNow(lab.chain.db);
  expect(await balance(lab.chain, me)).toBe(900);
});

test('over HTTP a staff member can create tokens only for themselves', async () => {
  const { db } = lab.chain;
  const [owner, other] = [await givenStaff(db, { role: 'owner' }), await givenStaff(db, { role: 'owner' })];
  expect(await post(`/staff/${other.id}/tokens`, owner, {})).toMatchObject({
    status: 422,
    body: { code: 'validation', errors: { person: [expect.stringContaining('on the host: ./innkeeper staff token')] } },
  });
  const own = await post(`/staff/${owner.id}/tokens`, owner, {});
  expect(own.status).toBe(201);
  const waiting = await credit(owner, '5000');
  expect(await approve(waiting, { token: own.body.token })).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  const atHost = await lab.operator.run('tokenStaff', { person: String(other.id) });
  expect((await approve(waiting, atHost)).status).toBe(200);
});

test('nobody can approve with a token that another staff member created', async () => {
  const { db } = lab.chain;
  const request = { staffId: bob.id, madeBy: ann.id, name: 'bob', networks: [], now: new Date() };
  const token = await db
    .transaction()
    .execute((trx) => insertStaffToken(trx, { ...request, expiresAt: new Date(Date.now() + days(1)) }));
  const waiting = await credit(ann, '5000');
  expect(await approve(waiting, token)).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', message: expect.stringMatching(/Another person created this token/) },
  });
  expect(await balance(lab.chain, me)).toBe(0);
  expect((await approve(waiting)).status).toBe(200);
});
