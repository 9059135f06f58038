/** Lines for the operator, one for each thing that needs a person: told again only after it was resolved. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

export interface Alert {
  /** A stable word: `workflow_stuck`. */
  kind: string;
  resource: { kind: string; id: number } | null;
  /** The same words for the same thing, whatever the attempt: it is what makes the alert one. */
  message: string;
}

export async function alertOnce(db: Kysely<Database>, alert: Alert, now: Date): Promise<void> {
  const open = await db
    .selectFrom('operator_alerts')
    .select('id')
    .where('kind', '=', alert.kind)
    .where('message', '=', alert.message)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (open) return;
  const { kind, message, resource } = alert;
  await db
    .insertInto('operator_alerts')
    .values({ at: now, kind, message, resource_kind: resource?.kind, resource_id: resource?.id })
    .execute();
}

/** What was told of a workflow is over once it has ended. */
export async function resolveAlerts(db: Kysely<Database>, alert: Pick<Alert, 'kind' | 'message'>, now: Date): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: now })
    .where('kind', '=', alert.kind)
    .where('message', '=', alert.message)
    .where('resolved_at', 'is', null)
    .execute();
}

export function resourceOf(row: { resource_kind: string | null; resource_id: number | null }): Alert['resource'] {
  return row.resource_kind === null || row.resource_id === null ? null : { kind: row.resource_kind, id: row.resource_id };
}
