/**
 * Lets one workflow end the wait of another.
 *
 * The new workflow takes the lock immediately, and a new epoch keeps the old workflow from writing. The old workflow is not rolled back, so
 * its steps must leave nothing to undo. While a worker runs a step of the old workflow, its row stays running. A resource has at most one
 * running workflow, so the new workflow starts when that step has ended.
 */
import { alertKeyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { inTransaction } from '@innkeeper/db/transaction';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/**
 * Supersedes a workflow, whose row the caller has locked. `reason` is a sentence for the customer, and `successorId` the workflow that takes the
 * lock.
 */
export async function supersede(
  cx: Pick<MutatingCx, 'db' | 'clock'>,
  old: { workflowId: number; reason: string },
  successorId: number,
): Promise<void> {
  await cx.db
    .updateTable('workflows')
    .set({
      superseded_by: successorId,
      epoch: sql<number>`epoch + 1`,
      reason: old.reason,
      error: `superseded by workflow ${successorId}`,
      fault: 'customer',
    })
    .where('id', '=', old.workflowId)
    .execute();
  // The old workflow may have been stuck while rolling back.
  await resolveAlerts(
    cx.db,
    { kind: 'workflow_stuck', key: alertKeyOf({ kind: 'workflow', id: old.workflowId }) },
    cx.clock.now(),
  );
  await endSuperseded(cx, [old.workflowId]);
}

/** Ends superseded workflows that no worker is running. */
export async function endAllSuperseded({ db, clock }: Pick<Cx, 'db' | 'clock'>): Promise<void> {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('superseded_by', 'is not', null)
    .where('finished_at', 'is', null)
    .where('state', '<>', 'running')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await inTransaction(db, (trx) => endSuperseded({ db: trx, clock }, ids));
}

/** Ends the workflows. The actor of each audit line is the ended workflow itself. */
async function endSuperseded({ db, clock }: Pick<MutatingCx, 'db' | 'clock'>, ids: readonly number[]): Promise<void> {
  const ended = await db
    .updateTable('workflows')
    .set({ state: 'undone', finished_at: clock.now(), worker_id: null, lease_until: null })
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('finished_at', 'is', null)
    .where('state', '<>', 'running')
    .returning(['id', 'kind', 'account_id', 'user_id', 'resource_kind', 'resource_id', 'superseded_by'])
    .execute();
  for (const { id, kind, account_id, user_id, resource_kind, resource_id, superseded_by } of ended) {
    const actor = { kind: 'workflow', id, accountId: account_id, userId: user_id } as const;
    const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id };
    await audit({ db, clock, actor, requestId: null }, `${kind}.undone`, resource, { superseded_by });
  }
}
