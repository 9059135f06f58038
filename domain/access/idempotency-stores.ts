/** Where stored replies are: of each account, and of each of the staff. */
import type { Database } from '@innkeeper/db/schema';
import { sql, type Transaction } from 'kysely';
import type { SupportActor } from '../actor.ts';
import type { ReplyStore } from './idempotency.ts';

const COLUMNS = ['fingerprint', 'status', 'headers', 'body'] as const;

export const storeOfAccount = (accountId: number): ReplyStore => ({
  // Of staff the names begin otherwise.
  name: String(accountId),
  find: (trx, key, since) =>
    trx
      .selectFrom('idempotency_keys')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .where('key', '=', key)
      .where('created_at', '>', since)
      .executeTakeFirst(),
  storing: (trx, key, row) =>
    trx
      .insertInto('idempotency_keys')
      .values({ ...row, account_id: accountId, key })
      // Of the same key there may be an outlived row.
      .onConflict((oc) => oc.columns(['account_id', 'key']).doUpdateSet(row)),
});

/** Of one of the staff inside an account, among the account's own: keys that customers give have no line break. */
export function storeOfSupport({ accountId, id }: Pick<SupportActor, 'accountId' | 'id'>): ReplyStore {
  const store = storeOfAccount(accountId);
  const keyed = (key: string): string => `staff ${id}\n${key}`;
  return {
    name: `${accountId}\nstaff ${id}`,
    find: (trx, key, since) => store.find(trx, keyed(key), since),
    storing: (trx, key, row) => store.storing(trx, keyed(key), row),
  };
}

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
  storing: (trx, key, row) => trx.insertInto('staff_idempotency_keys').values({ ...row, staff_id: staffId, key }),
});

/** Some at each request, so that no sweep is needed. */
async function purgeExpired(trx: Transaction<Database>, staffId: number, since: Date): Promise<void> {
  await sql`delete from staff_idempotency_keys where staff_id = ${staffId} and created_at <= ${since}`.execute(trx);
}
