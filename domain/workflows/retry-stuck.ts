/** Retries stuck workflows at an operator's request. */
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Kysely } from 'kysely';

/** Schedules the immediate retry of a stuck workflow. Returns `false` if the workflow is not stuck. */
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
