/** What can be done with a workflow that is stuck. */
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Kysely } from 'kysely';

/** Has a stuck workflow tried again now. False when it is not stuck. */
export async function retryStuck(db: Kysely<Database>, id: number, now: Date): Promise<boolean> {
  const woken = await db
    .updateTable('workflows')
    .set({ run_at: now })
    .where('id', '=', id)
    .where('state', '=', 'stuck')
    .returning('id')
    .executeTakeFirst();
  if (woken) await wakeWorkers(db);
  return woken !== undefined;
}
