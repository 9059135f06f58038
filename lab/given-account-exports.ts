/** Fixtures: account exports. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@innkeeper/db/schema';
import { days } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { storeFile } from './given-tickets.ts';

const SHA256 = createHash('sha256').update('given').digest('hex');

/** Inserts an export with status `ready`, but without its file. Returns its id. */
export async function givenExport(
  db: Kysely<Database>,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<number> {
  const now = new Date();
  const times = { created_at: now, next_look_at: now, ready_at: now, expires_at: new Date(now.getTime() + days(7)) };
  const file = { key: `${SHA256}-${randomBytes(8).toString('hex')}`, bytes: 5n, sha256: SHA256 };
  const row = await db
    .insertInto('account_exports')
    .values({ account_id: accountId, user_id: userId, status: 'ready', ...times, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Stores a file in the export directory of the lab's API, and assigns the file to the export. */
export async function storeExport(lab: { db: Kysely<Database>; accountExports: string }, id: number): Promise<void> {
  const { key } = await storeFile(lab.accountExports, 'given');
  await lab.db.updateTable('account_exports').set({ key }).where('id', '=', id).execute();
}
