/**
 * Reads and purges the events of an account, which are its changes in order. The database writes events (db/migrations/start/events.ts).
 */
import { type Kysely, sql } from 'kysely';
import type { AccountEvent, Database } from '../schema.ts';

/** Returns the number of the account's latest event, or 0 before its first. */
export async function lastEventId(db: Kysely<Database>, accountId: number): Promise<bigint> {
  const head = await db.selectFrom('event_heads').select('last_id').where('account_id', '=', accountId).executeTakeFirst();
  return head?.last_id ?? 0n;
}

/** Returns the numbers of the latest events by account id. Accounts without events are left out. */
export async function lastEventIds(db: Kysely<Database>, accountIds: readonly number[]): Promise<Map<number, bigint>> {
  const { rows } = await sql<{ account_id: number; last_id: bigint }>`
    select account_id, last_id from event_heads where account_id = any(${accountIds}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row.last_id]));
}

/** Lists the events after a number, oldest first. The result has no gaps: no event with a lower number appears later. */
export async function eventsAfter(
  db: Kysely<Database>,
  query: { accountId: number; after: bigint; limit: number },
): Promise<AccountEvent[]> {
  return db
    .selectFrom('events')
    .select(['account_id', 'id', 'at', 'resource_kind', 'resource_id', 'change', 'data'])
    .where('account_id', '=', query.accountId)
    .where('id', '>', query.after)
    .orderBy('id')
    .limit(query.limit)
    .execute();
}

/** Deletes at most `limit` events older than this time. Returns how many were deleted. */
export async function purgeEventsBefore(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with old as materialized (select ctid from events where at < ${before} limit ${limit})
    delete from events using old where events.ctid = old.ctid returning 1`.execute(db);
  return rows.length;
}
