/** Automatic renewals that are some time ahead. */
import { type Kysely, sql } from 'kysely';
import type { Database, Service } from '../schema.ts';
import { TO_RENEW } from './services-due.ts';

/** Returns the prefix of the deduplication key of an announcement. */
export const announcementKey = (accountId: number, at: Date): string =>
  `renewal-ahead:${accountId}:${at.toISOString().slice(0, 10)}`;

export interface AnnouncedDay {
  /** Day of the renewal. */
  at: Date;
  /** Bounds of the expiry. `until` is exclusive. */
  from: Date;
  until: Date;
}

/**
 * Lists accounts with a service of at least `months` that is renewed automatically on this day, and that nobody was told of. Leaves out
 * parked and suspended accounts, which pay nothing automatically.
 */
export async function accountsToTell(
  db: Kysely<Database>,
  { at, from, until }: AnnouncedDay,
  { months, except, max }: { months: number; except: readonly number[]; max: number },
): Promise<{ id: number }[]> {
  const day = at.toISOString().slice(0, 10);
  const { rows } = await sql<{ id: number }>`
    select distinct a.id from services v join accounts a on a.id = v.account_id
    where v.status = 'active' and v.expiry_at >= ${from} and v.expiry_at < ${until} and v.billing_cycle >= ${months}
      and a.billing_parked_at is null and a.suspended_at is null and a.id <> all(${[...except]}::int[]) and ${TO_RENEW}
      and not exists (select from memberships o join mails m on m.once = 'renewal-ahead:' || a.id || ':' || ${day}::text || ':' || o.user_id
        where o.account_id = a.id)
    order by a.id limit ${max}`.execute(db);
  return rows;
}

/**
 * Lists the services of an account that are renewed automatically and expire before this time, by ascending id. Suspended services are
 * included, because a payment resumes them.
 */
export async function servicesToRenewOf(
  db: Kysely<Database>,
  { accountId, until, after, max }: { accountId: number; until: Date; after: number; max: number },
): Promise<Service[]> {
  const { rows } = await sql<Service>`
    select v.* from services v
    where v.account_id = ${accountId} and v.status in ('active', 'suspended') and v.expiry_at < ${until} and v.id > ${after} and ${TO_RENEW}
    order by v.id limit ${max}`.execute(db);
  return rows;
}

/** Returns the amounts of the waiting orders of an account that its balance pays, oldest first. */
export async function waitingAmounts(db: Kysely<Database>, accountId: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('orders')
    .select('gross')
    .where('account_id', '=', accountId)
    .where('status', '=', 'awaiting_payment')
    .where('auto_pay', '=', true)
    .orderBy('id')
    .execute();
  return rows.map(({ gross }) => gross);
}
