import { deposit } from '@innkeeper/db/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { givenAccount, givenServer } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  await lab.close();
});

const DAY_MS = 86_400_000;

test('getBalance shows the balance, upcoming renewals, and the missing amount', async () => {
  const account = await givenAccount(lab.db, { funds: 500n, country: 'AT' });
  const expiry_at = new Date(Date.now() + 10 * DAY_MS);
  await givenServer(lab.db, { accountId: account.accountId, expiry_at, renew_price: 1000n });
  const { status, body } = await lab.call('getBalance', {}, account);
  expect(status).toBe(200);
  expect(body).toEqual({
    ...{ balance: 5, balance_limit: 0, estimated_expenses: 12, shortfall: 7, currency: 'EUR', has_valid_card: false },
    last_deposit: { amount: 5, amount_with_vat: 5, payment_method: 'operator', payment_date: expect.stringMatching(/\.\d{6}Z$/) },
    unconfirmed_bitcoin_deposits: [],
    ...{ covered_until: expiry_at.toISOString().replace('Z', '000Z'), card_charged_at: null },
  });
});

test('transactions are filtered by time, in Unix seconds, both ends included', async () => {
  const { db } = lab;
  const account = await givenAccount(db);
  const start = 1_780_000_000;
  for (const [i, amount] of [101n, 202n, 303n].entries()) {
    const money = {
      accountId: account.accountId,
      amount,
      gateway: 'operator' as const,
      paymentMethod: 'operator',
      description: `no. ${i}`,
    };
    await db.transaction().execute((trx) => deposit(trx, { ...money, now: new Date((start + i) * 1000) }));
  }
  const amounts = async (query: Record<string, number>): Promise<number[]> => {
    const { body } = await lab.call('listBalanceTransactions', { query }, account);
    return body.data.map((row: { amount_with_vat: number }) => row.amount_with_vat);
  };
  expect(await amounts({})).toEqual([3.03, 2.02, 1.01]);
  expect(await amounts({ 'filter[start]': start + 1 })).toEqual([3.03, 2.02]);
  expect(await amounts({ 'filter[end]': start })).toEqual([1.01]);
  const { body } = await lab.call('listBalanceTransactions', { query: { 'filter[end]': start } }, account);
  expect(body.data).toEqual([
    {
      ...{ id: expect.any(Number), created_at: '2026-05-28T20:26:40.000000Z', amount_with_vat: 1.01, order_id: null },
      ...{ payment_method: 'operator', description: 'no. 0' },
    },
  ]);
});
