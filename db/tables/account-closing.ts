/** Accounts that are about to be closed, or were (db/migrations/start/account-closing.ts). */
import { OBSTACLE_CODES, type Obstacle, type ObstacleCode } from '@innkeeper/model/account-closing';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface AccountClosing {
  closing_asked_at: Date | null;
  closes_at: Date | null;
  /** Since when it is closed. */
  closed_at: Date | null;
}

/** Nobody asks to close it, or undoes that, until the caller's transaction ends. */
export function lockClosing(trx: Transaction<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(trx, accountId).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/**
 * The same, and whoever writes what refers to the account, such as an order or an entry of the ledger, is waited for: what stands in the way is known to the last
 * of it. Such writes wait until the caller's transaction ends.
 */
export function holdToClose(trx: Transaction<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(trx, accountId).forUpdate().executeTakeFirstOrThrow();
}

export function findClosing(db: Kysely<Database>, accountId: number): Promise<AccountClosing> {
  return closingOf(db, accountId).executeTakeFirstOrThrow();
}

const closingOf = (db: Kysely<Database>, accountId: number) =>
  db.selectFrom('accounts').select(['closing_asked_at', 'closes_at', 'closed_at']).where('id', '=', accountId);

/** `null`: it stays open. A trigger tells whoever caches its tokens and sessions. */
export async function setClosing(
  trx: Transaction<Database>,
  accountId: number,
  closing: Omit<AccountClosing, 'closed_at'>,
): Promise<void> {
  await trx.updateTable('accounts').set(closing).where('id', '=', accountId).execute();
}

/** What stands in the way of closing an account. */
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

/** A part of a statement, from `from` on. */
export const closingsDue = (now: Date) => sql`from accounts where closes_at <= ${now} and erased_at is null`;

/** Those whose time has come and that are not erased, the longest due first. */
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

/** Its members lose it, and their users are erased that have no other account. Returns false when its time has not come, or it is closed already. */
export async function closeAccount(trx: Transaction<Database>, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`select close_account(${id}, ${now}) as closed`.execute(trx);
  return rows[0]?.closed ?? false;
}

/** Erases some more of what a closed account has. Returns false when nothing was left. */
export async function eraseSome(trx: Kysely<Database>, id: number, { now, most }: { now: Date; most: number }): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select erase_closed_account(${id}, ${now}, ${most}) as n`.execute(trx);
  return (rows[0]?.n ?? 0) > 0;
}
