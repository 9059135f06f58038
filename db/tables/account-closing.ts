/** Reads and writes the closure of accounts (db/migrations/start/account-closing.ts). */
import { OBSTACLE_CODES, type Obstacle, type ObstacleCode } from '@innkeeper/model/people/account-closing';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface AccountClosing {
  closing_asked_at: Date | null;
  closes_at: Date | null;
  /** Time of the closure, or `null` while the account is open. */
  closed_at: Date | null;
}

/** Locks an account's closure until the transaction ends, so that no other transaction requests or undoes it. */
export function lockClosing(trx: Transaction<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(trx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * Locks the account for closing and first waits for writers that refer to it, such as orders and ledger entries. All obstacles are
 * therefore visible to the caller. Later writes of this kind wait until the caller's transaction ends.
 */
export function lockForClosing(trx: Transaction<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(trx, accountId).forUpdate().executeTakeFirstOrThrow();
}

/** Reads an account's closure without a lock. */
export function findClosing(db: Kysely<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(db, accountId).executeTakeFirstOrThrow();
}

const closingOf = (db: Kysely<Database>, accountId: number) =>
  db.selectFrom('accounts').select(['closing_asked_at', 'closes_at', 'closed_at']).where('id', '=', accountId);

/** Sets or, with `null` values, clears the planned closure. A trigger notifies processes that cache the account's tokens and sessions. */
export async function setClosing(
  trx: Transaction<Database>,
  accountId: number,
  closing: Omit<AccountClosing, 'closed_at'>,
): Promise<void> {
  await trx.updateTable('accounts').set(closing).where('id', '=', accountId).execute();
}

/** Counts the obstacles that prevent closing an account. Returns only the codes with a count above zero. */
export async function obstaclesOf(db: Kysely<Database>, accountId: number): Promise<Obstacle[]> {
  const counts = Object.entries(countsOf(accountId)).map(([code, count]) => sql`(${count})::float8 as ${sql.id(code)}`);
  const { rows } = await sql<Record<ObstacleCode, number | null>>`select ${sql.join(counts)}`.execute(db);
  return OBSTACLE_CODES.map((code) => ({ code, count: rows[0]?.[code] ?? 0 })).filter(({ count }) => count > 0);
}

function countsOf(id: number): Record<ObstacleCode, RawBuilder<unknown>> {
  const balance = sql`from ledger_accounts where account_id = ${id}`;
  return {
    suspended: sql`select count(*) from accounts where id = ${id} and suspended_at is not null`,
    services: sql`select count(*) from services where account_id = ${id} and status <> 'terminated'`,
    unpaid_orders: sql`select count(*) from orders where account_id = ${id} and status in ('awaiting_payment', 'processing')`,
    disputes: sql`select count(*) from disputes where account_id = ${id} and state in ('open', 'lost')`,
    payments: sql`select count(*) from payments where account_id = ${id} and state in ('pending', 'unknown')`,
    refunds: sql`select count(*) from payment_refunds r join payments p on p.id = r.payment_id
      where p.account_id = ${id} and r.state = 'pending'`,
    operations: sql`select count(*) from workflows where account_id = ${id} and finished_at is null`,
    response_targets: sql`select count(*) from response_targets where account_id = ${id} and outcome is null`,
    invoices: sql`select count(*) from invoices_due where account_id = ${id}`,
    affiliate_earnings: sql`select greatest(pending, 0) + greatest(payable, 0) from affiliates where account_id = ${id}`,
    copies: sql`select count(*) from copies where account_id = ${id}`,
    isos: sql`select (select count(*) from isos where account_id = ${id})
      + (select count(*) from disk_rooms where account_id = ${id} and kind = 'iso'
        and not exists (select from isos where isos.id = resource_id))`,
    ip_addresses: sql`select count(*) from ip_addresses where account_id = ${id}`,
    balance: sql`select greatest(balance, 0) ${balance}`,
    debt: sql`select greatest(-balance, 0) ${balance}`,
  };
}

/** Returns whether credits of bank statements that are assigned to the account are not posted yet. The API may not read statements. */
export async function hasUnpostedCredits(db: Kysely<Database>, accountId: number): Promise<boolean> {
  const line = await db
    .selectFrom('bank_statement_lines as l')
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .select('l.id')
    .where('l.landed_at', 'is', null)
    .where('p.account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/** Returns the `from` and `where` clauses that select closures that are due. */
export const closingsDue = (now: Date) => sql`from accounts where closes_at <= ${now} and erased_at is null`;

/** Lists at most 100 accounts that are due for closure or not yet erased, longest overdue first. */
export function dueClosings(
  db: Kysely<Database>,
  now: Date,
  except: readonly number[],
): Promise<{ id: number; closed_at: Date | null }[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'closed_at'])
    .where('closes_at', '<=', now)
    .where('erased_at', 'is', null)
    .where('id', '<>', sql<number>`all(${[...except]}::int[])`)
    .orderBy('closes_at')
    .orderBy('id')
    .limit(100)
    .execute();
}

/**
 * Closes the account: members lose access, and users without another account are erased. Returns false if the closure is not due or already
 * done.
 */
export async function closeAccount(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`select close_account(${id}, ${now}) as closed`.execute(trx);
  return rows[0]?.closed ?? false;
}

/** Erases up to `max` further rows of a closed account. Returns false if none were left. */
export async function eraseSome(trx: Kysely<Database>, id: number, { now, max }: { now: Date; max: number }): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select erase_closed_account(${id}, ${now}, ${max}) as n`.execute(trx);
  return (rows[0]?.n ?? 0) > 0;
}
