/** Reads the balance before spending: its amount, and what the month's caps leave of it. */

import type { Cents } from '@innkeeper/model/money/money';
import type { MonthlyCap } from '@innkeeper/model/money/spending-cap';
import { monthOf } from '@innkeeper/model/time/calendar';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { LockedBalance } from '../ledger.ts';
import type { Database } from '../schema.ts';

export interface Spender {
  accountId: number;
  /** Access token of the request, or `null` for other actors. */
  tokenId: number | null;
  now: Date;
}

export interface SpendableBalance extends LockedBalance {
  /** Caps that are set, the account's first. */
  caps: readonly MonthlyCap[];
}

/** Returns the current balance without a lock. Other transactions may spend it in the meantime. */
export async function readSpendable(db: Kysely<Database>, spender: Spender): Promise<SpendableBalance> {
  return spendable(db, spender, sql``);
}

/** Returns the balance and locks it until the caller's transaction ends. All earlier payments are included. */
export async function lockSpendable(trx: Transaction<Database>, spender: Spender): Promise<SpendableBalance> {
  return spendable(trx, spender, sql`for no key update`);
}

/** Locks the balances of several accounts, in the order of their ids, and returns them by account id. Leaves out caps of tokens. */
export async function lockSpendables(
  trx: Kysely<Database>,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, SpendableBalance>> {
  const { from, to } = monthOf(now);
  const { rows } = await sql<Row & { accountId: number }>`
    with held as materialized (${selectBalances(sql`account_id = any(${[...accountIds]}::int[]) order by account_id for no key update`)})
    select h.account_id as "accountId", ${columns(from, to)} from held h`.execute(trx);
  return new Map(rows.map(({ accountId, ...row }) => [accountId, spendableOf(row)]));
}

async function spendable(db: Kysely<Database>, { accountId, tokenId, now }: Spender, lock: Sql): Promise<SpendableBalance> {
  const { from, to } = monthOf(now);
  const { rows } = await sql<Row & { tokenCap: Cents | null; tokenSpent: Cents }>`
    with held as materialized (${selectBalances(sql`account_id = ${accountId} ${lock}`)})
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
type Row = LockedBalance & { cap: Cents | null; spent: Cents };

const selectBalances = (which: Sql): Sql =>
  sql`select account_id, balance, credit_limit, orders_frozen_at, monthly_cap from ledger_accounts where ${which}`;

/**
 * Columns of a balance. The spent amount is computed only if there is a cap. The row is locked first, so that the function `spent` sees all
 * payments committed before the lock.
 */
const columns = (from: Date, to: Date): Sql => sql`
  h.balance, h.credit_limit as "creditLimit", h.orders_frozen_at as "frozenAt",
  h.monthly_cap as cap, case when h.monthly_cap is not null then spent(h.account_id, null, ${from}, ${to}) end as spent`;

function spendableOf({ cap, spent, ...balance }: Row): SpendableBalance {
  return { ...balance, caps: cap === null ? [] : [{ of: 'account', cap, spent }] };
}
