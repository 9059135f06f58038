import { deposit } from '@innkeeper/db/ledger';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { asMutation, givenCx } from '@innkeeper/lab/given-cx';
import { givenSavedCard } from '@innkeeper/lab/given-payments';
import { inputOf } from '@innkeeper/lab/path-rows';
import { days } from '@innkeeper/model/time/clock';
import { iso } from '@innkeeper/present/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBalance, listBalanceTransactions } from './balance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-06-01T00:00:00Z');
const clock = { now: () => now };
const after = (ms: number) => new Date(now.getTime() + ms);

test('a new account has a balance of zero and no upcoming expenses', async () => {
  const cx = givenCx(database.db, await givenAccount(database.db));
  expect(await getBalance(cx)).toEqual({
    balance: 0,
    balance_limit: 0,
    estimated_expenses: 0,
    shortfall: 0,
    currency: 'EUR',
    has_valid_card: false,
    last_deposit: null,
    unconfirmed_bitcoin_deposits: [],
    covered_until: null,
    card_charged_at: null,
  });
});

test('expenses are the renewals of the next 30 days, each with its VAT', async () => {
  const { db } = database;
  const account = await givenAccount(db, { funds: 1000n });
  const server = { accountId: account.accountId, renew_price: 333n, expiry_at: after(days(30)) };
  await givenServer(db, server);
  await givenServer(db, { ...server, status: 'suspended' });
  await givenServer(db, { ...server, expiry_at: after(days(30) + 1) });
  await givenServer(db, { ...server, auto_renew: false });
  await givenServer(db, { ...server, status: 'terminated' });
  const balance = await getBalance(givenCx(db, account, { clock }));
  // 3.33 plus 0.666 VAT is 4.00, twice. Rounding once over both gives 7.99.
  expect(balance).toMatchObject({ balance: 10, estimated_expenses: 8, last_deposit: { amount: 10 } });
});

test('a service that ends on 31 January is renewed twice within 30 days, and the second renewal is not covered', async () => {
  const { db } = database;
  const account = await givenAccount(db, { funds: 1200n });
  const january = new Date('2027-01-31T08:00:00Z');
  const february = new Date('2027-02-28T08:00:00Z');
  await givenServer(db, { accountId: account.accountId, renew_price: 1000n, expiry_at: january });
  const at = { clock: { now: () => new Date('2027-01-30T10:00:00Z') } };
  const covered = iso(february);
  expect(await getBalance(givenCx(db, account, at))).toMatchObject({ estimated_expenses: 24, covered_until: covered });
  // The card is valid to January, so it does not pay the renewal of 21 February.
  const card = await givenSavedCard(db, account, { expiry_year: 2027 });
  const validTo = (expiry_month: number) => db.updateTable('saved_cards').set({ expiry_month }).where('id', '=', card).execute();
  await validTo(1);
  expect(await getBalance(givenCx(db, account, at))).toMatchObject({
    ...{ has_valid_card: true, covered_until: covered, card_charged_at: null },
  });
  await validTo(2);
  expect(await getBalance(givenCx(db, account, at))).toMatchObject({
    ...{ has_valid_card: true, covered_until: null, card_charged_at: iso(new Date('2027-02-21T00:00:00Z')) },
  });
});

test('services that are not renewed do not end the cover', async () => {
  const { db } = database;
  const account = await givenAccount(db);
  const server = { accountId: account.accountId, renew_price: 333n, expiry_at: after(days(5)) };
  await givenServer(db, { ...server, auto_renew: false });
  const abusive = await givenServer(db, { ...server, status: 'suspended' });
  const suspension = { staff_suspended_at: now, staff_suspend_reason: 'Abuse' };
  await db.updateTable('services').set(suspension).where('id', '=', abusive).execute();
  expect(await getBalance(givenCx(db, account, { clock }))).toMatchObject({ estimated_expenses: 0, covered_until: null });
});

test("lists the account's own transactions, newest first, within the requested time", async () => {
  const { db } = database;
  const account = await givenAccount(db);
  await givenAccount(db, { funds: 5n });
  for (const [i, amount] of [100n, 200n, 300n].entries()) {
    const money = {
      accountId: account.accountId,
      amount,
      gateway: 'bank' as const,
      paymentMethod: 'bank',
      description: `no. ${i}`,
      now: after(i * 10_000),
    };
    await db.transaction().execute((trx) => deposit(trx, money));
  }
  const list = (range: { start?: Date; end?: Date }, page = 1) => {
    const period = Object.entries(range).map(([name, at]) => [`filter[${name}]`, at.getTime() / 1000]);
    const query = { page, per_page: 2, ...Object.fromEntries(period) };
    return asMutation(db, account, async (cx) =>
      listBalanceTransactions(cx, await inputOf(cx, 'listBalanceTransactions', { query })),
    );
  };
  const shown = (total: number, amounts: number[]) => ({
    data: amounts.map((amount_with_vat) => ({ amount_with_vat })),
    meta: { total },
  });
  expect(await list({})).toMatchObject(shown(3, [3, 2]));
  expect(await list({}, 2)).toMatchObject(shown(3, [1]));
  expect(await list({ start: after(10_000) })).toMatchObject(shown(2, [3, 2]));
  expect(await list({ end: after(10_000) })).toMatchObject(shown(2, [2, 1]));
  expect(await list({ start: after(10_000), end: after(19_000) })).toMatchObject(shown(1, [2]));
});
