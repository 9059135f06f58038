/** What needs a person. */
import type { Kysely, Selectable } from 'kysely';
import type { Database, OperatorAlertsTable } from '../schema.ts';

export interface Alert {
  /** A stable word: `deploy_failed`, `server_crashed`. */
  kind: string;
  resource?: { kind: string; id: number };
  message: string;
}

export async function alertOperator(trx: Kysely<Database>, alert: Alert): Promise<void> {
  await trx
    .insertInto('operator_alerts')
    .values({
      kind: alert.kind,
      resource_kind: alert.resource?.kind,
      resource_id: alert.resource?.id,
      message: alert.message,
    })
    .execute();
}

/** `message` says the same words for the same thing, whatever the attempt: it is what makes the alert one. Answers whether it is new. */
export async function alertOnce(db: Kysely<Database>, alert: Alert): Promise<boolean> {
  const open = await db
    .selectFrom('operator_alerts')
    .select('id')
    .where('kind', '=', alert.kind)
    .where('message', '=', alert.message)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (open) return false;
  await alertOperator(db, alert);
  return true;
}

/** What was told of is over: a workflow has ended, a guest is gone. */
export async function resolveAlerts(db: Kysely<Database>, alert: Pick<Alert, 'kind' | 'message'>, now: Date): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: now })
    .where('kind', '=', alert.kind)
    .where('message', '=', alert.message)
    .where('resolved_at', 'is', null)
    .execute();
}

/** Oldest first. */
export async function openAlerts(db: Kysely<Database>): Promise<Selectable<OperatorAlertsTable>[]> {
  return db.selectFrom('operator_alerts').selectAll().where('resolved_at', 'is', null).orderBy('at').orderBy('id').execute();
}

/** Those of one kind. */
export async function openAlertsOf(
  db: Kysely<Database>,
  kind: string,
): Promise<Pick<Selectable<OperatorAlertsTable>, 'message' | 'resource_id'>[]> {
  return db
    .selectFrom('operator_alerts')
    .select(['message', 'resource_id'])
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
}
