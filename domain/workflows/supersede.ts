/**
 * One workflow ends another's wait: its lock goes at once, and with its epoch all that it could write. Nothing of it is undone,
 * so this is for those alone whose steps leave nothing to undo. While a worker is in the midst of one of its steps the row
 * stays running, and since a resource has one running workflow, the new one begins when the old one has come to rest.
 */
import type { Database } from '@innkeeper/db/schema';
import { keyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { releaseLocks } from '@innkeeper/db/tables/locks';
import { inTransaction } from '@innkeeper/db/transaction';
import { type Kysely, sql, type Transaction } from 'kysely';
import { audit } from '../audit.ts';

/** To be called with the old one's row locked. `reason` is the customer's. */
export async function supersede(
  trx: Transaction<Database>,
  old: { workflowId: number; reason: string },
  by: number,
  now: Date,
): Promise<void> {
  await trx
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
  await releaseLocks(trx, old.workflowId);
  // It may have been stuck on its way back.
  await resolveAlerts(trx, { kind: 'workflow_stuck', key: keyOf({ kind: 'workflow', id: old.workflowId }) }, now);
  await endSuperseded(trx, [old.workflowId], now);
}

/** Those of `ids` that were superseded since they were claimed. */
export async function supersededOf(db: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('superseded_by', 'is not', null)
    .where('finished_at', 'is', null)
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends those that nobody runs (any more). */
export async function endAllSuperseded(db: Kysely<Database>, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('workflows')
    .select('id')
    .where('superseded_by', 'is not', null)
    .where('finished_at', 'is', null)
    .where('state', '<>', 'running')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await inTransaction(db, (trx) => endSuperseded(trx, ids, now));
}

async function endSuperseded(trx: Transaction<Database>, ids: readonly number[], now: Date): Promise<void> {
  const ended = await trx
    .updateTable('workflows')
    .set({ state: 'undone', finished_at: now, worker_id: null, lease_until: null })
    .where('id', '=', sql<number>`any(${[...ids]}::int[])`)
    .where('finished_at', 'is', null)
    .where('state', '<>', 'running')
    .returning(['id', 'kind', 'account_id', 'user_id', 'resource_kind', 'resource_id', 'superseded_by'])
    .execute();
  for (const { id, kind, account_id, user_id, resource_kind, resource_id, superseded_by } of ended) {
    const actor = { kind: 'workflow', id, accountId: account_id, userId: user_id } as const;
    const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id };
    await audit({ db: trx, clock: { now: () => now }, actor, requestId: null }, `${kind}.undone`, resource, { superseded_by });
  }
}
