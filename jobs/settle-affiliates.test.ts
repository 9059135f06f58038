import { balanceOf, deposit } from '@innkeeper/db/ledger';
import { expectBooksClean } from '@innkeeper/lab/books';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAffiliate, givenAffiliate, givenReferred, settleNow, verifyAffiliates } from '@innkeeper/lab/given-affiliates';
import { givenPaidOrder, givenRefund } from '@innkeeper/lab/given-invoices';
import { days } from '@innkeeper/model/time/clock';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase({ max: 10 });
});
afterAll(async () => {
  await expectBooksClean(lab.db);
  expect(await verifyAffiliates(lab.db)).toEqual([]);
  await lab.close();
});

const since = new Date('2026-01-01T00:00:00Z');
const day = (n: number) => new Date(since.getTime() + days(n));
const settle = (n: number) => settleNow(lab.db, { now: () => day(n) });
const affiliateRow = ({ accountId }: GivenAffiliate) =>
  lab.db.selectFrom('affiliates').selectAll().where('account_id', '=', accountId).executeTakeFirstOrThrow();
const conversions = ({ accountId }: GivenAffiliate) =>
  lab.db.selectFrom('affiliate_conversions').selectAll().where('affiliate_id', '=', accountId).orderBy('id').execute();
const balance = async ({ accountId }: { accountId: number }) => (await balanceOf(lab.db, accountId)).balance;

interface Bought {
  accountId: number;
  orderId: number;
}

/** Places an order with one line per element of `nets` (cents) and 20 % VAT, paid with deposited money. */
async function buy({ accountId }: { accountId: number }, nets: bigint | bigint[], n: number): Promise<Bought> {
  return { accountId, orderId: await givenPaidOrder(lab.db, { accountId, nets: [nets].flat(), now: day(n) }) };
}

/** Refunds a net amount of the order's line. */
const refundNet = ({ orderId }: Bought, net: bigint, n: number) => givenRefund(lab.db, { orderId, net, now: day(n) });

it('waits for the refund period, is then owed, and is added to the balance on the payout day', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  await buy(referred, 12_345n, 1);
  await settle(1);
  expect(await conversions(affiliate)).toMatchObject([
    { net: 12_345n, commission: 1_234n, status: 'pending', created_at: day(1) },
  ]);
  await settle(30);
  expect(await affiliateRow(affiliate)).toMatchObject({ pending: 1_234n, payable: 0n, next_payout_at: day(60) });
  await settle(31);
  expect(await affiliateRow(affiliate)).toMatchObject({ pending: 0n, payable: 1_234n, turnover: 12_345n });
  expect(await balance(affiliate)).toBe(0n);
  await settle(60);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 0n, paid_out: 1_234n, next_payout_at: day(90) });
  expect(await conversions(affiliate)).toMatchObject([{ status: 'paid' }]);
  expect(await balance(affiliate)).toBe(1_234n);
  expect(await settle(60)).toBe(0);
});

it('catches up once after months of downtime, and pays out on the next payout day', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  await buy(await givenReferred(lab.db, affiliate), 20_000n, 1);
  await settle(100);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 0n, paid_out: 2_000n, next_payout_at: day(120) });
  expect(await balance(affiliate)).toBe(2_000n);
});

it('keeps an amount below the minimum until there is more', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  await buy(referred, 9_000n, 1);
  await settle(60);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 900n, paid_out: 0n, next_payout_at: day(90) });
  await buy(referred, 1_000n, 50);
  await settle(90);
  expect(await balance(affiliate)).toBe(1_000n);
});

it('pays no commission for refunded money, in whole or in part', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  const whole = await buy(referred, 5_000n, 1);
  const part = await buy(referred, [3_001n, 1_999n], 1);
  await settle(2);
  await refundNet(whole, 5_000n, 3);
  await refundNet(part, 1_999n, 3);
  await settle(40);
  expect(await conversions(affiliate)).toMatchObject([
    { status: 'reversed', commission: 0n, net: 5_000n },
    { status: 'approved', commission: 300n, refunded: 1_999n },
  ]);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 300n, turnover: 3_001n });
});

it('deducts commissions that were already paid out from the next payouts', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  const order = await buy(referred, 20_000n, 1);
  await settle(60);
  await refundNet(order, 20_000n, 61);
  await buy(referred, 50_000n, 61);
  await settle(62);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: -2_000n, paid_out: 2_000n });
  expect(await conversions(affiliate)).toMatchObject([{ status: 'reversed', commission: 0n }, { status: 'pending' }]);
  await settle(120);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 0n, paid_out: 5_000n });
  expect(await balance(affiliate)).toBe(5_000n);
});

it('counts only orders paid after the referral, and no deposits', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const early = await givenReferred(lab.db, await givenAffiliate(lab.db));
  const other = await givenAffiliate(lab.db);
  const before = await buy(other, [4_000n, 1_000n], 1);
  await sql`insert into referrals (account_id, affiliate_id, code_id, attributed_at)
    select ${other.accountId}, affiliate_id, id, now() from affiliate_codes where code = ${affiliate.code}`.execute(lab.db);
  await refundNet(before, 1_000n, 2);
  await lab.db
    .transaction()
    .execute((trx) =>
      deposit(trx, { ...early, amount: 9_000n, gateway: 'operator', paymentMethod: 'operator', description: 'x', now: day(2) }),
    );
  await buy(other, 0n, 2);
  await settle(3);
  expect(await conversions(affiliate)).toEqual([]);
});

it('approves nothing of an account with a disputed payment, and pays no suspended account', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  await buy(referred, 20_000n, 1);
  const freeze = (orders_frozen_at: Date | null) =>
    lab.db.updateTable('ledger_accounts').set({ orders_frozen_at }).where('account_id', '=', referred.accountId).execute();
  const suspend = (suspended_at: Date | null) =>
    lab.db
      .updateTable('accounts')
      .set({ suspended_at, suspend_reason: suspended_at && 'x' })
      .where('id', '=', affiliate.accountId)
      .execute();
  await freeze(day(2));
  await settle(40);
  expect(await conversions(affiliate)).toMatchObject([{ status: 'pending' }]);
  await freeze(null);
  await suspend(day(41));
  await settle(70);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 2_000n, next_payout_at: day(60) });
  await suspend(null);
  await settle(71);
  expect(await affiliateRow(affiliate)).toMatchObject({ paid_out: 2_000n, next_payout_at: day(90) });
});

it('counts each entry once, also in concurrent runs', async () => {
  const affiliate = await givenAffiliate(lab.db, { since });
  const referred = await givenReferred(lab.db, affiliate);
  const orders = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => buy(referred, [10_000n, 10_000n], n)));
  await Promise.all(orders.map((order) => refundNet(order, 10_000n, 7)));
  await Promise.all([settle(100), settle(100), settle(100), settle(100)]);
  await settle(100);
  expect(await affiliateRow(affiliate)).toMatchObject({ payable: 0n, paid_out: 6_000n, turnover: 60_000n, pending: 0n });
  expect(await balance(affiliate)).toBe(6_000n);
});

const step = fc.oneof(
  fc.record({
    act: fc.constant('buy' as const),
    who: fc.nat(2),
    nets: fc.array(fc.bigInt(0n, 10_000n), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ act: fc.constant('refund' as const), which: fc.nat(9), line: fc.nat(3) }),
  fc.record({ act: fc.constant('wait' as const), days: fc.nat(45) }),
  fc.record({ act: fc.constant('settle' as const) }),
);

it('pays the share of the remaining payments, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.array(step, { maxLength: 25 }), async (percentage, steps) => {
      const affiliate = await givenAffiliate(lab.db, { since, percentage });
      const accounts = [
        await givenReferred(lab.db, affiliate),
        await givenReferred(lab.db, affiliate),
        await givenAffiliate(lab.db),
      ];
      const orders: (Bought & { referred: boolean; left: bigint[] })[] = [];
      let today = 0;
      for (const one of steps) {
        if (one.act === 'wait') today += one.days;
        else if (one.act === 'settle') await settle(today);
        else if (one.act === 'buy') {
          const account = accounts[one.who];
          if (account) orders.push({ ...(await buy(account, one.nets, today)), referred: one.who < 2, left: one.nets });
        } else {
          const order = orders[one.which];
          const net = order?.left[one.line];
          if (!order || net === undefined) continue;
          await refundNet(order, net, today);
          order.left = order.left.toSpliced(one.line, 1);
        }
      }
      await settle(today + 31);
      const { payable, paid_out, pending, turnover } = await affiliateRow(affiliate);
      const kept = orders.filter(({ referred }) => referred).map(({ left }) => left.reduce((sum, net) => sum + net, 0n));
      const share = kept.reduce((sum, left) => sum + (left * BigInt(percentage)) / 100n, 0n);
      expect({ pending, earned: payable + paid_out }).toEqual({ pending: 0n, earned: share });
      expect(turnover).toBe(kept.reduce((sum, left) => sum + left, 0n));
      expect(await balance(affiliate)).toBe(paid_out);
      expect(await verifyAffiliates(lab.db)).toEqual([]);
    }),
    { numRuns: 15 },
  );
}, 60_000);
