/**
 * How a workflow is cancelled: its undos run, it ends as undone, and its lock is released then. Part of the caller's transaction,
 * like `start.ts`.
 */
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Transaction } from 'kysely';
import type { MutatingCx } from '../context.ts';

/** The row of a workflow that is to be cancelled, locked until the transaction ends. */
export interface Cancellable {
  id: number;
  kind: string;
  account_id: number | null;
  resource_kind: string | null;
  resource_id: number | null;
  state: string;
  direction: 'forward' | 'back';
  /** Null before the first is begun. */
  step: string | null;
}

export async function lockWorkflow(trx: Transaction<Database>, id: number): Promise<Cancellable | undefined> {
  return trx
    .selectFrom('workflows')
    .select(['id', 'kind', 'account_id', 'resource_kind', 'resource_id', 'state', 'direction', 'step'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * `reason` is a sentence for the customer. The worker that has it is notified at commit, and stops its step. A second request
 * does not change the reason.
 */
export async function requestCancel({ db, clock }: Pick<MutatingCx, 'db' | 'clock'>, id: number, reason: string): Promise<void> {
  await db
    .updateTable('workflows')
    .set({ cancel_asked_at: clock.now(), cancel_reason: reason })
    .where('id', '=', id)
    .where('direction', '=', 'forward')
    .where('finished_at', 'is', null)
    .where('cancel_asked_at', 'is', null)
    .execute();
  await wakeWorkers(db);
}
