/** Lines for the operator, one for each thing that needs a person: told again only after it was resolved. */
import type { Database, Workflow } from '@innkeeper/db/schema';
import { type Alert, alertOperator } from '@innkeeper/db/tables/alerts';
import type { Kysely } from 'kysely';

/** `message` says the same words for the same thing, whatever the attempt: it is what makes the alert one. */
export async function alertOnce(db: Kysely<Database>, alert: Alert): Promise<void> {
  const open = await db
    .selectFrom('operator_alerts')
    .select('id')
    .where('kind', '=', alert.kind)
    .where('message', '=', alert.message)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (!open) await alertOperator(db, alert);
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

/** The resource of a workflow, as alerts and audit lines take it. */
export function resourceOf(row: Pick<Workflow, 'resource_kind' | 'resource_id'>): Pick<Alert, 'resource'> {
  const { resource_kind: kind, resource_id: id } = row;
  return kind === null || id === null ? {} : { resource: { kind, id } };
}
