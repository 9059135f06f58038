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

/** Oldest first. */
export async function openAlerts(db: Kysely<Database>): Promise<Selectable<OperatorAlertsTable>[]> {
  return db.selectFrom('operator_alerts').selectAll().where('resolved_at', 'is', null).orderBy('at').orderBy('id').execute();
}
