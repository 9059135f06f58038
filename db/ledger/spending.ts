/** What somebody who is about to spend must know of the balance: how much there is, and what the month's caps leave of it. */
import { monthOf } from '@innkeeper/model/calendar';
import type { Cents } from '@innkeeper/model/money';
import type { MonthlyCap } from '@innkeeper/model/spending-cap';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { HeldBalance } from '../ledger.ts';
import type { Database } from '../schema.ts';

export interface Spender {
  accountId: number;
  /** The access token that asks for it; null: another. */
  tokenId: number | null;
  now: Date;
}

export interface SpendableBalance extends HeldBalance {
  /** Those that are set, the account's first. */
  caps: readonly MonthlyCap[];
}

/** As it is now; others may spend meanwhile. */
export async function readSpendable(db: Kysely<Database>, spender: Spender): Promise<SpendableBalance> {
  return spendable(db, spender, sql``);
}

/** The same, and others wait until the caller's transaction ends: whatever they paid before is counted. */
export async function holdSpendable(trx: Transaction<Database>, spender: Spender): Promise<SpendableBalance> {
  return spendable(trx, spender, sql`for no key update`);
}

/** The same of several accounts, of no token; held in the order of their ids. */
export async function holdSpendables(
  trx: Kysely<Database>,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, SpendableBalance>> {
  const { from, to } = monthOf(now);
  const { rows } = await sql<Row & { accountId: number }>`
    with held as materialized (${held(sql`account_id = any(${[...accountIds]}::int[]) order by account_id for no key update`)})
    select h.account_id as "accountId", ${columns(from, to)} from held h`.execute(trx);
  return new Map(rows.map(({ accountId, ...row }) => [accountId, spendableOf(row)]));
}

async function spendable(db: Kysely<Database>, { accountId, tokenId, now }: Spender, lock: Sql): Promise<SpendableBalance> {
  const { from, to } = monthOf(now);
  const { rows } = await sql<Row & { tokenCap: Cents | null; tokenSpent: Cents }>`
    with held as materialized (${held(sql`account_id = ${accountId} ${lock}`)})
    select ${columns(from, to)}, t.monthly_cap as "tokenCap",
      case when t.monthly_cap is not null then spent(h.account_id, t.id, ${from}, ${to}) end as "tokenSpent"
    from held h left join access_tokens t on t.id = ${tokenId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`account ${accountId} has no ledger account`);
  const { tokenCap, tokenSpent, ...own } = row;
  const { caps, ...balance } = spendableOf(own);
  return { ...balance, caps: tokenCap === null ? caps : [...caps, { of: 'token', cap: tokenCap, spent: tokenSpent }] };
}

type Sql = RawBuilder<unknown>;
type Row = HeldBalance & { cap: Cents | null; spent: Cents };

const held = (which: Sql): Sql =>
  sql`select account_id, balance, credit_limit, orders_frozen_at, monthly_cap from ledger_accounts where ${which}`;

/** The sum is asked for only where there is a cap, and after the row is held: the function sees what was committed until then. */
const columns = (from: Date, to: Date): Sql => sql`
  h.balance, h.credit_limit as "creditLimit", h.orders_frozen_at as "frozenAt",
  h.monthly_cap as cap, case when h.monthly_cap is not null then spent(h.account_id, null, ${from}, ${to}) end as spent`;

function spendableOf({ cap, spent, ...balance }: Row): SpendableBalance {
  return { ...balance, caps: cap === null ? [] : [{ of: 'account', cap, spent }] };
}
