/** Workflows after a restore. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../schema.ts';

export interface UnfinishedWorkflow {
  id: number;
  kind: string;
  accountId: number | null;
  resource: string | null;
}

/** Lists the unfinished workflows. */
export async function listUnfinishedWorkflows(db: Kysely<Database>): Promise<UnfinishedWorkflow[]> {
  const { rows } = await sql<UnfinishedWorkflow>`
    select id, kind, account_id as "accountId", resource_kind || ' ' || resource_id as resource from workflows
    where finished_at is null order by id`.execute(db);
  return rows;
}

/** No worker claims these workflows until an operator retries or cancels them. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/**
 * Marks workflows as stuck and removes the worker that had them at the time of the backup. Clears a requested cancellation, which would run
 * immediately. An operator must request it again.
 */
export async function holdWorkflows(trx: Transaction<Database>, ids: readonly number[], error: string): Promise<void> {
  await sql`
    update workflows set state = 'stuck', worker_id = null, lease_until = null, run_at = ${NEVER}, error = coalesce(error, ${error}),
      cancel_asked_at = null, cancel_reason = null
    where id = any(${[...ids]}::int[])`.execute(trx);
}

/** Requeues running workflows, so that workers from the time of the backup can no longer write to them. */
export async function requeueRunning(trx: Transaction<Database>): Promise<void> {
  await sql`update workflows set state = 'queued', worker_id = null, lease_until = null where state = 'running'`.execute(trx);
}
