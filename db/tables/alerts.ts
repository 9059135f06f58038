/** Alerts: what needs a person. An alert is open once for its kind and key; it is opened again only after it was resolved. */
import type { AlertKind } from '@innkeeper/model/alerts';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export interface Alert {
  /** A stable word, which the table says who closes. */
  kind: AlertKind;
  /** What of this kind it tells of, the same for the same thing: `server:12`, `workflow:7`. */
  key: string;
  resource?: { kind: string; id: number };
  /** For people; may differ from one telling to the next. */
  message: string;
}

/** The key of alerts about one resource. */
export const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/** Opens an alert unless it is open; returns whether it is new. Of concurrent callers one opens it. */
export async function alertOnce(db: Kysely<Database>, alert: Alert): Promise<boolean> {
  const { kind, key, resource, message } = alert;
  const told = await db
    .insertInto('operator_alerts')
    .values({ kind, key, resource_kind: resource?.kind, resource_id: resource?.id, message })
    .onConflict((oc) => oc.columns(['kind', 'key']).where('resolved_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return told !== undefined;
}

/** Closes an alert whose cause is over: a workflow has ended, a guest is gone. Without a key: all of its kind. */
export async function resolveAlerts(
  db: Kysely<Database>,
  { kind, key }: Pick<Alert, 'kind'> & Partial<Pick<Alert, 'key'>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('operator_alerts')
    .set({ resolved_at: now })
    .where('kind', '=', kind)
    .$if(key !== undefined, (of) => of.where('key', '=', key ?? ''))
    .where('resolved_at', 'is', null)
    .execute();
}

/** Oldest first. */
export async function openAlerts(db: Kysely<Database>): Promise<Selectable<Database['operator_alerts']>[]> {
  return db.selectFrom('operator_alerts').selectAll().where('resolved_at', 'is', null).orderBy('at').orderBy('id').execute();
}

/** Those of one kind. */
export async function openAlertsOf(
  db: Kysely<Database>,
  kind: AlertKind,
): Promise<Pick<Selectable<Database['operator_alerts']>, 'key' | 'resource_id'>[]> {
  return db
    .selectFrom('operator_alerts')
    .select(['key', 'resource_id'])
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
}
