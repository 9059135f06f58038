import { givenAccount } from '@innkeeper/lab/given';
import { givenTax } from '@innkeeper/lab/given-tax';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../lab/database.ts';
import { lastDeposit, pageOfTransactions } from './ledger/transactions.ts';
import { verifyLedger } from './ledger/verify.ts';
import {
  affiliateCommission,
  affiliatePayout,
  balanceOf,
  covers,
  credit,
  deposit,
  lockBalance,
  pay,
  refund,
  withdraw,
  writeOff,
} from './ledger.ts';
import { insertOrder } from './tables/orders.ts';
import { inTransaction } from './transaction.ts';

const now = new Date('2026-01-02T03:04:05Z');
const tax = givenTax();

describe('the ledger', () => {
  let lab: TestDatabase;
  beforeAll(async () => {
    lab = await openTestDatabase({ max: 20 });
  });
  afterAll(async () => {
    expect(await verifyLedger(lab.db)).toEqual([]);
    await lab.close();
  });

  const givenOrder = (accountId: number, net: bigint, vat: bigint, rate = { country: 'AT', rateBp: 2000 }) =>
    insertOrder(lab.db, {
      account_id: accountId,
      type: 'new-service',
      status: 'awaiting_payment',
      tax: JSON.stringify({ ...tax, ...rate }),
      net,
      vat,
      gross: net + vat,
      payment_method: 'balance',
      lines: [],
    });

  const house = async () => {
    const { rows } = await sql<{ kind: string; balance: bigint }>`
      select kind, sum(amount)::bigint as balance from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id
      where account_id is null group by kind`.execute(lab.db);
    return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
  };

  it('does not block others while the first charge at a VAT rate is open', async () => {
    const rate = { country: 'DE', rateBp: 2_345 };
    const { id: country_id } = await lab.db
      .selectFrom('countries')
      .select('id')
      .where('code', '=', 'DE')
      .executeTakeFirstOrThrow();
    await lab.db.insertInto('vat_rates').values({ country_id, rate_bp: rate.rateBp, valid_from: now }).execute();
    const payFirst = async (trx: Parameters<typeof pay>[0]) => {
      const { accountId } = await givenAccount(lab.db, { funds: 5_000n });
      const orderId = await givenOrder(accountId, 1_000n, 235n, rate);
      await pay(trx, { accountId, orderId, net: 1_000n, vat: 235n, tax: { ...tax, ...rate }, description: 'Order', now });
    };
    await inTransaction(lab.db, async (trx) => {
      await payFirst(trx);
      await inTransaction(lab.db, async (other) => {
        await sql`set local lock_timeout = '100ms'`.execute(other);
        await payFirst(other);
      });
    });
  });

  it('moves money between customer and business, and shows customers their side', async () => {
    const { accountId } = await givenAccount(lab.db);
    const before = await house();
    const orderId = await givenOrder(accountId, 1000n, 200n);
    const money = { accountId, orderId, net: 1000n, vat: 200n, tax, now };
    await inTransaction(lab.db, (trx) =>
      deposit(trx, { accountId, amount: 5000n, gateway: 'operator', paymentMethod: 'operator', description: 'Deposit', now }),
    );
    await inTransaction(lab.db, (trx) => pay(trx, { ...money, description: 'Order' }));
    await inTransaction(lab.db, (trx) =>
      refund(trx, { ...money, net: 500n, vat: 100n, description: 'Refund', now: new Date(now.getTime() + 1000) }),
    );

    expect(await balanceOf(lab.db, accountId)).toEqual({ balance: 4400n, creditLimit: 0n });
    const after = await house();
    expect((after.gateway ?? 0n) - (before.gateway ?? 0n)).toBe(-5000n);
    expect((after.revenue ?? 0n) - (before.revenue ?? 0n)).toBe(500n);
    expect((after.vat_payable ?? 0n) - (before.vat_payable ?? 0n)).toBe(100n);

    const all = await pageOfTransactions(lab.db, { accountId, page: 1, perPage: 2 });
    expect(all.total).toBe(3);
    expect(all.rows.map((row) => [row.description, row.amount, row.order_id])).toEqual([
      ['Refund', 600n, orderId],
      ['Order', -1200n, orderId],
    ]);
    const first = await pageOfTransactions(lab.db, { accountId, page: 1, perPage: 20, start: now, end: now });
    expect(first.rows.map((row) => row.description)).toEqual(['Order', 'Deposit']);
    expect(await lastDeposit(lab.db, accountId)).toMatchObject({ amount: 5000n, payment_method: 'operator', created_at: now });
  });

  it('pays to the last cent and no further, with a message for the customer', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 1200n });
    const orderId = await givenOrder(accountId, 1000n, 200n);
    const money = { accountId, orderId, tax, description: 'Order', now };
    await expect(inTransaction(lab.db, (trx) => pay(trx, { ...money, net: 1001n, vat: 200n }))).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(covers(await balanceOf(lab.db, accountId), 1201n)).toBe(false);
    expect(covers(await balanceOf(lab.db, accountId), 1200n)).toBe(true);
    expect(covers({ balance: -1n, creditLimit: 0n }, 0n)).toBe(true);
    await inTransaction(lab.db, (trx) => pay(trx, { ...money, net: 1000n, vat: 200n }));
    expect((await balanceOf(lab.db, accountId)).balance).toBe(0n);
  });

  it('never overdraws, whatever the number of concurrent payments', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 2050n });
    const orderId = await givenOrder(accountId, 80n, 20n);
    const payments = Array.from({ length: 50 }, () =>
      inTransaction(lab.db, (trx) => pay(trx, { accountId, orderId, net: 80n, vat: 20n, tax, description: 'Order', now })),
    );
    const settled = await Promise.allSettled(payments);
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(20);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_funds' });
    expect((await balanceOf(lab.db, accountId)).balance).toBe(50n);
  });

  it('checks a payment against the balance that earlier ones left', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 100n });
    const orderId = await givenOrder(accountId, 100n, 0n);
    const buy = () =>
      inTransaction(lab.db, async (trx) => {
        if (!covers(await lockBalance(trx, accountId), 100n)) return 'awaits payment';
        await pay(trx, { accountId, orderId, net: 100n, vat: 0n, tax, description: 'Order', now });
        return 'paid';
      });
    expect((await Promise.all([buy(), buy(), buy()])).sort()).toEqual(['awaits payment', 'awaits payment', 'paid']);
  });

  it('lets an account with a credit limit go negative, down to the limit', async () => {
    const { accountId } = await givenAccount(lab.db);
    const orderId = await givenOrder(accountId, 100n, 0n);
    await lab.db.updateTable('ledger_accounts').set({ credit_limit: 150n }).where('account_id', '=', accountId).execute();
    const money = { accountId, orderId, net: 100n, vat: 0n, tax, description: 'Order', now };
    await inTransaction(lab.db, (trx) => pay(trx, money));
    expect((await balanceOf(lab.db, accountId)).balance).toBe(-100n);
    await expect(inTransaction(lab.db, (trx) => pay(trx, money))).rejects.toMatchObject({ code: 'insufficient_funds' });
  });

  describe('refuses to be bypassed', () => {
    let accountId: number;
    let customer: number;
    let gateway: number;
    beforeAll(async () => {
      accountId = (await givenAccount(lab.db, { funds: 1000n })).accountId;
      const rows = await lab.db.selectFrom('ledger_accounts').select(['id', 'code', 'account_id']).execute();
      customer = rows.find((row) => row.account_id === accountId)?.id ?? 0;
      gateway = rows.find((row) => row.code === 'gateway:operator')?.id ?? 0;
    });

    const entry = sql`insert into ledger_entries (kind, account_id, payment_method, description)`;
    const cheats = {
      'an entry that does not add up': () => sql`
        with e as (${entry} values ('deposit', ${accountId}, 'card', 'x') returning id)
        insert into ledger_postings select id, account, amount from e, (values
          (${customer}::int, 100::bigint), (${gateway}::int, -99::bigint)) as p (account, amount)`,
      'an entry with one posting': () => sql`
        with e as (${entry} values ('deposit', ${accountId}, 'card', 'x') returning id)
        insert into ledger_postings select id, ${customer}::int, 100 from e`,
      'an entry without postings': () => sql`${entry} values ('deposit', ${accountId}, 'card', 'x')`,
      'a posting added to an old entry': () => sql`
        insert into ledger_postings select min(entry_id), ${customer}::int, 5 from ledger_postings
        where entry_id not in (select entry_id from ledger_postings where ledger_account_id = ${customer})`,
      'a posting of nothing': () => sql`
        insert into ledger_postings select min(id), ${customer}::int, 0 from ledger_entries`,
      'a changed entry': () => sql`update ledger_entries set description = 'other' where account_id = ${accountId}`,
      'a changed posting': () => sql`update ledger_postings set amount = amount * 2`,
      'a deleted entry': () => sql`delete from ledger_entries where account_id = ${accountId}`,
      'deleted postings': () => sql`delete from ledger_postings`,
      'truncated postings': () => sql`truncate ledger_postings`,
      'truncated entries': () => sql`truncate ledger_entries cascade`,
      'a balance set by hand': () => sql`update ledger_accounts set balance = 1000000 where id = ${customer}`,
      'an account opened with money in it': () => sql`
        with a as (insert into accounts (country_id) select min(id) from countries returning id)
        insert into ledger_accounts (code, kind, account_id, balance) select 'customer:' || id, 'customer', id, 5 from a`,
      'a second account of the house of one kind': () =>
        sql`insert into ledger_accounts (code, kind) values ('revenue', 'revenue')`,
      'a customer without an account': () => sql`insert into ledger_accounts (code, kind) values ('customer', 'customer')`,
    };
    it.each(Object.entries(cheats))('%s', async (_, cheat) => {
      await expect(lab.db.transaction().execute((trx) => cheat().execute(trx))).rejects.toMatchObject({
        code: expect.stringMatching(/^23/),
      });
      expect((await balanceOf(lab.db, accountId)).balance).toBe(1000n);
    });
  });

  describe('refuses inconsistent postings', () => {
    let [accountId, otherId, orderId] = [0, 0, 0];
    beforeAll(async () => {
      accountId = (await givenAccount(lab.db, { funds: 1000n })).accountId;
      otherId = (await givenAccount(lab.db, { funds: 1000n })).accountId;
      orderId = await givenOrder(accountId, 100n, 20n);
      const vat = (country: string, rate_bp: number) => ({
        ...{ code: `vat_payable:${country}:${rate_bp}`, kind: 'vat_payable' as const, country, rate_bp },
      });
      await lab.db
        .insertInto('ledger_accounts')
        .values([vat('DE', 2000), vat('AT', 1000)])
        .execute();
    });
    const post = (kind: string, order: number | null, moved: Record<string, number>) => sql`
      with e as (insert into ledger_entries (kind, account_id, order_id, payment_method, description)
        values (${kind}, ${accountId}, ${order}, 'x', 'x') returning id)
      insert into ledger_postings select e.id, a.id, m.value::bigint from e, json_each_text(${JSON.stringify(moved)}) m
        join ledger_accounts a on a.code = m.key`;
    const open = (fields: object) => sql`
      insert into ledger_accounts (code, kind, gateway, country, rate_bp)
      select code, kind, gateway, country, rate_bp from json_populate_record(null::ledger_accounts, ${JSON.stringify(fields)})`;
    const own = () => `customer:${accountId}`;
    const cheats: Record<string, [string, () => { execute(db: typeof lab.db): Promise<unknown> }]> = {
      'VAT of another country': [
        'ledger_entries_dimensions',
        () => post('payment', orderId, { [own()]: -120, revenue: 100, 'vat_payable:DE:2000': 20 }),
      ],
      'VAT at another rate': [
        'ledger_entries_dimensions',
        () => post('payment', orderId, { [own()]: -120, revenue: 100, 'vat_payable:AT:1000': 20 }),
      ],
      'revenue out of nothing': ['ledger_entries_dimensions', () => post('deposit', null, { [own()]: -5, revenue: 5 })],
      'a payment by a gateway': [
        'ledger_entries_dimensions',
        () => post('payment', orderId, { 'gateway:operator': -5, revenue: 5 }),
      ],
      "another customer's money": [
        'ledger_entries_dimensions',
        () => post('payment', orderId, { [`customer:${otherId}`]: -5, revenue: 5 }),
      ],
      'a payment for no order': ['ledger_entries_of_order', () => post('payment', null, { [own()]: -5, revenue: 5 })],
      'a gateway without a name': ['ledger_accounts_dimensions', () => open({ code: 'gateway', kind: 'gateway' })],
      'VAT without a rate': [
        'ledger_accounts_dimensions',
        () => open({ code: 'vat_payable:FR', kind: 'vat_payable', country: 'FR' }),
      ],
      'a rate of revenue': ['ledger_accounts_dimensions', () => open({ code: 'revenue:2000', kind: 'revenue', rate_bp: 2000 })],
      'an account under the code of another': [
        'ledger_accounts_code',
        () => open({ code: 'vat_payable:AT:1000', kind: 'vat_payable', country: 'AT', rate_bp: 900 }),
      ],
    };
    it.each(Object.entries(cheats))('%s', async (_, [constraint, cheat]) => {
      await expect(cheat().execute(lab.db)).rejects.toMatchObject({ constraint });
    });
  });

  it('creates a business account with the first posting to it, once even for concurrent ones', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 1000n });
    const rate = { country: 'HU', rateBp: 2700 };
    const orderId = await givenOrder(accountId, 10n, 3n, rate);
    const money = { accountId, orderId, net: 10n, vat: 3n, tax: rate, description: 'Order', now };
    await Promise.all(Array.from({ length: 10 }, () => inTransaction(lab.db, (trx) => pay(trx, money))));
    const { rows } = await sql`select count(distinct a.id)::int as accounts, sum(p.amount)::int as owed
      from ledger_accounts a join ledger_postings p on p.ledger_account_id = a.id where a.code = 'vat_payable:HU:2700'`.execute(
      lab.db,
    );
    expect(rows).toEqual([{ accounts: 1, owed: 30 }]);
  });

  it('separates goodwill, commissions, written-off debts and returned money from sales', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 1000n });
    const before = await house();
    const money = { accountId, description: 'x', now };
    await inTransaction(lab.db, async (trx) => {
      await credit(trx, { ...money, amount: 300n });
      await affiliateCommission(trx, { ...money, amount: 70n });
      await affiliatePayout(trx, { ...money, amount: 50n });
      await withdraw(trx, { ...money, amount: 1200n, gateway: 'stripe', paymentMethod: 'card' });
      await writeOff(trx, { ...money, amount: 5n });
    });
    expect((await balanceOf(lab.db, accountId)).balance).toBe(155n);
    const after = await house();
    const moved = Object.keys(after).map((kind) => [kind, (after[kind] ?? 0n) - (before[kind] ?? 0n)]);
    expect(Object.fromEntries(moved.filter(([, amount]) => amount !== 0n))).toEqual({
      ...{ gateway: 1200n, credits: -370n, affiliate_payable: 20n, write_offs: -5n },
    });
    const page = await pageOfTransactions(lab.db, { accountId, page: 1, perPage: 20 });
    expect(page.total).toBe(5);
    const more = inTransaction(lab.db, (trx) =>
      withdraw(trx, { ...money, amount: 156n, gateway: 'stripe', paymentMethod: 'card' }),
    );
    await expect(more).rejects.toMatchObject({ code: 'insufficient_funds' });
  });

  it('detects violations made while its triggers were disabled', async () => {
    const broken = await openTestDatabase();
    try {
      const { accountId } = await givenAccount(broken.db, { funds: 700n });
      expect(await verifyLedger(broken.db)).toEqual([]);
      await sql`alter table ledger_postings disable trigger user; alter table ledger_accounts disable trigger user`.execute(
        broken.db,
      );
      await sql`update ledger_postings set amount = 701 where amount = 700`.execute(broken.db);
      await sql`alter table ledger_entries disable trigger user`.execute(broken.db);
      await sql`update ledger_entries set kind = 'credit'`.execute(broken.db);
      await sql`update ledger_accounts set balance = balance + 5 where account_id = ${accountId}`.execute(broken.db);
      expect(await verifyLedger(broken.db)).toEqual([
        expect.stringMatching(/^Entry \d+ has 2 postings that add up to 1\.$/),
        expect.stringMatching(/^Entry \d+, a credit, posts to gateway:operator\.$/),
        expect.stringMatching(/^Ledger account \d+ says 705, its postings 701\.$/),
        'All balances together are 5 and not 0.',
      ]);
    } finally {
      await broken.close();
    }
  });

  it('makes a balance check wait for earlier ones', async () => {
    const { accountId } = await givenAccount(lab.db, { funds: 100n });
    const through: string[] = [];
    const ask = async (who: string, meanwhile: () => Promise<unknown>) =>
      inTransaction(lab.db, async (trx) => {
        expect(covers(await lockBalance(trx, accountId), 1n)).toBe(true);
        await meanwhile();
        through.push(who);
      });
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`.execute(lab.db);
      return rows.length > 0;
    };
    let second: Promise<void> | undefined;
    await ask('first', async () => {
      second = ask('second', async () => {});
      await vi.waitUntil(async () => through.length > 0 || (await waiting()), { timeout: 30_000 });
    });
    await second;
    expect(through).toEqual(['first', 'second']);
  });
});
