/**
 * One workflow ends another's wait: it takes the lock at once, and a new epoch keeps the old one from writing. Nothing of the old
 * one is rolled back, so this is only for workflows whose steps leave nothing to undo. While a worker is within a step of the old
 * one, its row stays running; since a resource has one running workflow, the new one begins when that step has ended.
 */
import { keyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { inTransaction } from '@innkeeper/db/transaction';
import { sql } from 'kysely';
import { audit } from '../audit.ts';
import type { Cx, MutatingCx } from '../context.ts';

/** To be called with the old one's row locked. `reason` is the customer's, `by` the workflow that has its lock from now on. */
export async function supersede(
  cx: Pick<MutatingCx, 'db' | 'clock'>,
  old: { workflowId: number; reason: string },
  by: number,
): Promise<void> {
  await cx.db
    .updateTable('workflows')
    .set({
      superseded_by: by,
      epoch: sql<number>`epoch + 1`,
      reason: old.reason,
      error: `superseded by workflow ${by}`,
      fault: 'customer',
    })
    .where('id', '=', old.workflowId)
    .execute();
  // It may have been stuck on its way back.
  await resolveAlerts(cx.db, { kind: 'workflow_stuck', key: keyOf({ kind: 'workflow', id: old.workflowId }) }, cx.clock.now());
  await endSuperseded(cx, [old.workflowId]);
}

/** Ends those that nobody runs (any more). */
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

/** Its audit line is its own: it is the one that has ended. */
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
