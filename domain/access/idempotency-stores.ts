/**
 * The stores of idempotent replies. Each account has a store, each staff member has one, and each staff member has one more inside an
 * account.
 */
import type { Database } from '@innkeeper/db/schema';
import { sql, type Transaction } from 'kysely';
import type { SupportActor } from '../actor.ts';
import type { ReplyStore } from './idempotency.ts';

const COLUMNS = ['fingerprint', 'status', 'headers', 'body'] as const;

/** Returns the store of an account's replies. */
export const storeOfAccount = (accountId: number): ReplyStore => ({
  // A bare number is unambiguous, because the names of staff stores contain `staff`.
  name: String(accountId),
  find: (trx, key, since) =>
    trx
      .selectFrom('idempotency_keys')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .where('created_at', '>', since)
      .executeTakeFirst(),
  insertQuery: (trx, key, row) =>
    trx
      .insertInto('idempotency_keys')
      .values({ ...row, account_id: accountId, key })
      // An expired row with this key may still exist.
      .onConflict((oc) => oc.columns(['account_id', 'key']).doUpdateSet(row)),
});

/**
 * Returns the store of a staff member inside an account. The rows are in the account's table, with a line break in the key. Keys of
 * customers contain no line break, so the keys never collide.
 */
export function storeOfSupport({ accountId, id }: Pick<SupportActor, 'accountId' | 'id'>): ReplyStore {
  const store = storeOfAccount(accountId);
  const keyed = (key: string): string => `staff ${id}\n${key}`;
  return {
    name: `${accountId}\nstaff ${id}`,
    find: (trx, key, since) => store.find(trx, keyed(key), since),
    insertQuery: (trx, key, row) => store.insertQuery(trx, keyed(key), row),
  };
}

/** Returns the store of a staff member's replies. */
export const storeOfStaff = (staffId: number): ReplyStore => ({
  name: `staff:${staffId}`,
  async find(trx, key, since) {
    await purgeExpired(trx, staffId, since);
    return trx
      .selectFrom('staff_idempotency_keys')
      .select(COLUMNS)
      .where('staff_id', '=', staffId)
      .where('key', '=', key)
      .executeTakeFirst();
  },
  insertQuery: (trx, key, row) => trx.insertInto('staff_idempotency_keys').values({ ...row, staff_id: staffId, key }),
});

/** Deletes expired rows of a staff member. Runs on each request with a key, so that no sweep is needed. */
async function purgeExpired(trx: Transaction<Database>, staffId: number, since: Date): Promise<void> {
  await sql`delete from staff_idempotency_keys where staff_id = ${staffId} and created_at <= ${since}`.execute(trx);
}
