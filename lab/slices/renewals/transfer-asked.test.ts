/** Tests that the card of a renewal waits for a transfer that its owner asked for, and what happens if both pay. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markPaymentOpen } from '@innkeeper/db/tables/payments';
import { transact } from '@innkeeper/domain/context';
import { endPayment } from '@innkeeper/domain/payments/end';
import { applyOutcome } from '@innkeeper/domain/receipts/apply';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { postBankTransfers } from '@innkeeper/jobs/post-bank-transfers';
import { days, hours } from '@innkeeper/model/time/clock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { statementXml } from '../../bank-statement.ts';
import { expectBooksClean } from '../../books.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenSavedCard } from '../../given-payments.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { balance } from '../given-deploy.ts';
import { openRenewalLab } from '../mails/given-renewal-mails.ts';
import { EXPIRY } from './given-renewing.ts';

const RENEWED = new Date('2027-02-21T00:00:00Z');
let house: Awaited<ReturnType<typeof openRenewalLab>>;
let operator: Operator;
let directory: string;
let me: GivenAccount;
let service: number;
beforeAll(async () => {
  house = await openRenewalLab(RENEWED);
  operator = openOperator({ db: house.lab.db, clock: house.clock });
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-asked-'));
});
afterAll(async () => {
  await house.lab.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  house.setTime(RENEWED);
  me = await givenAccount(db());
  service = await house.given.server(me.accountId, { hostname: 'web-1', renew_price: 1000n });
  await givenSavedCard(db(), me);
});
afterEach(() => expectBooksClean(db()));

const db = () => house.lab.db;
const orderNow = async () => (await house.given.orders(me.accountId)).at(-1) ?? expect.fail('no order');
const passTo = (at: Date) => house.setTime(at);
const later = (ms: number) => new Date(RENEWED.getTime() + ms);
const payments = () => db().selectFrom('payments').selectAll().where('account_id', '=', me.accountId).orderBy('id').execute();

/** Lets the first charge of the renewal fail. */
async function givenFailedCharge(): Promise<number> {
  await house.given.renew();
  const { id } = await orderNow();
  await house.refuseCharge(id);
  return id;
}

/** Asks to pay an order by transfer, as its owner does. Returns the payment. */
async function ask(order: number) {
  const body = { order_ids: [order], payment_method: 'bank' };
  expect((await house.lab.call('payOrders', { body }, { token: me.token })).status).toBe(200);
  const payment = (await payments()).at(-1) ?? expect.fail('no payment');
  await db()
    .transaction()
    .execute((trx) => markPaymentOpen(trx, payment.id));
  return payment;
}

async function transfer(amount: string, text: string): Promise<void> {
  const file = join(directory, 'statement.xml');
  await writeFile(file, statementXml([{ id: text, credits: [{ amount, text }] }]));
  expect(await operator.run('importBank', { file })).toMatchObject({ matched: 1 });
  await postBankTransfers(house.given.cx());
}

test('the card waits while the transfer is young: mails name the transfer, the service is suspended, and its money resumes it', async () => {
  const order = await givenFailedCharge();
  passTo(new Date(EXPIRY.getTime() - days(3)));
  const { id, reference } = await ask(order);
  expect(await house.written(me, 'remind')).toMatchObject([
    { template: 'renewal-due', data: { pay: { by: 'transfer', reference: expect.stringMatching(/^RF/) } } },
  ]);
  for (let day = -2; day < 2; day += 1) {
    passTo(new Date(EXPIRY.getTime() + days(day) + hours(1)));
    await house.given.renew();
    await expireServices(house.given.cx());
  }
  expect((await payments()).slice(1)).toMatchObject([{ id, state: 'pending', closing: false }]);
  expect((await house.given.service(service)).status).toBe('suspended');
  expect((await house.written(me)).filter(({ template }) => template === 'services-suspended')).toMatchObject([
    { data: { pay: { by: 'transfer' } } },
  ]);
  await transfer('12.00', reference);
  expect(await orderNow()).toMatchObject({ id: order, status: 'paid', payment_method: 'bank' });
});

test('after five days the card is charged; a transfer that comes too becomes balance, with a mail', async () => {
  const order = await givenFailedCharge();
  const asked = await ask(order);
  passTo(later(days(5) - 1));
  await house.given.renew();
  expect(await payments()).toHaveLength(2);
  passTo(later(days(5)));
  await house.given.renew();
  const [, , charge] = await payments();
  expect(charge).toMatchObject({ kind: 'saved_card', state: 'pending' });
  // The workflow of the charge ends the transfer, and charges the card.
  await transact(house.given.cx(), (cx) => endPayment(cx, asked, { code: 'replaced', reason: 'Replaced.', hardDecline: false }));
  const receipts = [{ id: `charge-${charge?.id}`, amount: 1200n }];
  await applyOutcome(house.given.cx(), charge?.id ?? 0, { state: 'succeeded', receipts, card: null });
  expect(await orderNow()).toMatchObject({ status: 'paid', payment_method: 'card' });
  await transfer('12.00', asked.reference);
  expect(await balance(house.lab, me)).toBe(12);
  await house.written(me);
  expect((await mailsOf(db(), me)).filter(({ template }) => template === 'payment-kept')).toMatchObject([
    { data: { kept: '12.00 EUR', order, why: 'order-paid' } },
  ]);
});

test('asking for another transfer does not renew the five days', async () => {
  const order = await givenFailedCharge();
  const asked = await ask(order);
  passTo(later(days(3)));
  await transact(house.given.cx(), (cx) => endPayment(cx, asked, { code: 'replaced', reason: 'Replaced.', hardDecline: false }));
  expect((await ask(order)).id).not.toBe(asked.id);
  passTo(later(days(5) - 1));
  await house.given.renew();
  expect(await payments()).toHaveLength(3);
  passTo(later(days(5)));
  await house.given.renew();
  expect((await payments()).slice(3)).toMatchObject([{ kind: 'saved_card', state: 'pending' }]);
});
