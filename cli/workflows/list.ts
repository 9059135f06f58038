/** Workflows that have not ended, as the operator sees them. */
import type { Database } from '@innkeeper/db/schema';
import { laneOf } from '@innkeeper/domain/workflows/kinds';
import type { Kysely } from 'kysely';

export interface ListedWorkflow {
  id: number;
  kind: string;
  lane: string;
  state: string;
  direction: string;
  account: number | null;
  resource: string | null;
  since: Date;
  /** When it is looked at next, while nobody has it. */
  next: Date | null;
  cancelled: boolean;
  error: string | null;
}

/** Oldest first; those that need somebody before the others. */
export async function listWorkflows(db: Kysely<Database>, most: number): Promise<{ rows: ListedWorkflow[]; total: number }> {
  const open = db.selectFrom('workflows').where('finished_at', 'is', null);
  const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await open
    .selectAll()
    .orderBy((eb) => eb.case().when('state', '=', 'stuck').then(0).else(1).end())
    .orderBy('id')
    .limit(most)
    .execute();
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      lane: laneOf(row.kind),
      state: row.state,
      direction: row.direction,
      account: row.account_id,
      resource: row.resource_kind && `${row.resource_kind} ${row.resource_id}`,
      since: row.created_at,
      next: row.state === 'running' ? null : row.run_at,
      cancelled: row.cancel_asked_at !== null,
      error: row.error,
    })),
  };
}
