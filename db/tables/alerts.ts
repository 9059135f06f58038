/** Alerts about problems that need a person. At most one alert per kind and key is open. It can open again after it is resolved. */
import { REOPENED_WITHIN_MS } from '@innkeeper/model/alert-notices/plan';
import type { AlertKind } from '@innkeeper/model/alerts/alerts';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface Alert {
  /** Stable kind. `ALERT_KINDS` states what closes it. */
  kind: AlertKind;
  /** Stable key of the subject within the kind, such as `server:12` or `workflow:7`. */
  key: string;
  resource?: { kind: string; id: number };
  /** Text for people. May differ each time. */
  message: string;
}

/** Returns the alert key of a resource. */
export const alertKeyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/**
 * Opens an alert unless it is already open. Returns whether the alert is new. Only one of several concurrent callers opens it. Counts how
 * often the alert reopened in a row.
 */
export async function alertOnce(db: Kysely<Database>, alert: Alert): Promise<boolean> {
  const { kind, key, resource, message } = alert;
  const opened = await db
    .insertInto('operator_alerts')
    .values({ kind, key, resource_kind: resource?.kind, resource_id: resource?.id, message, at: NOW, times: timesOf(alert) })
    .onConflict((oc) => oc.columns(['kind', 'key']).where('resolved_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened !== undefined;
}

const NOW = sql<Date>`given_now()`;

/** Expression for `times`: the last value for this kind and key plus 1 if that alert closed within the last hour, else 1. */
const timesOf = ({ kind, key }: Alert) => sql<number>`coalesce((
  select times + 1 from operator_alerts where kind = ${kind} and key = ${key}
    and resolved_at > given_now() - make_interval(secs => ${REOPENED_WITHIN_MS / 1000}::float8)
  order by resolved_at desc limit 1), 1)`;

/** Closes an alert whose cause is over, such as an ended workflow. Without a key, closes all alerts of the kind. */
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

/** Deletes alerts that closed before this time, because their messages may name customers. Returns how many. */
export async function purgeClosedAlerts(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('operator_alerts').where('resolved_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists all open alerts, oldest first. */
export async function openAlerts(db: Kysely<Database>): Promise<Selectable<Database['operator_alerts']>[]> {
  return db.selectFrom('operator_alerts').selectAll().where('resolved_at', 'is', null).orderBy('at').orderBy('id').execute();
}

/** Lists the open alerts of one kind. */
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
