/**
 * Cancels workflows: a cancelled workflow runs its undos, ends as undone, and then releases its lock. The functions run in the caller's
 * transaction, like `start`.
 */
import type { Database } from '@innkeeper/db/schema';
import { wakeWorkers } from '@innkeeper/db/wake-ups';
import type { Transaction } from 'kysely';
import type { MutatingCx } from '../context.ts';

/** A workflow to cancel, with its row locked until the transaction ends. */
export interface Cancellable {
  id: number;
  kind: string;
  account_id: number | null;
  resource_kind: string | null;
  resource_id: number | null;
  state: string;
  direction: 'forward' | 'back';
  /** Current step, or `null` before the first one starts. */
  step: string | null;
  /** Node of the current step, or `null` for any. */
  node_id: number | null;
}

/** Locks a workflow until the transaction ends. Returns `undefined` if it does not exist. */
export async function lockWorkflow(trx: Transaction<Database>, id: number): Promise<Cancellable | undefined> {
  return trx
    .selectFrom('workflows')
    .select(['id', 'kind', 'account_id', 'resource_kind', 'resource_id', 'state', 'direction', 'step', 'node_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Requests the cancellation and notifies the worker at commit, which stops the current step. `reason` is a sentence for the customer. A
 * second request does not change the reason.
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
