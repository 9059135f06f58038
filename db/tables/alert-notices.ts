/** Reads and records the alerts for notices, and the notices that wait for the operator's webhook. */
import type { Notice, NoticedAlert } from '@innkeeper/model/alert-notices/plan';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

type Row = Selectable<Database['operator_alerts']>;

export interface AlertToNotice extends NoticedAlert {
  key: string;
  message: string;
}

const OPEN = sql<boolean>`resolved_at is null and acknowledged_at is null`;
const END_NOT_NOTIFIED = sql<boolean>`resolved_at is not null and noticed_at is not null and closed_noticed_at is null`;

/**
 * Returns a condition that a notice may be due, which uses indexes. `distanceMs` is the minimum time between two notices. Times in the
 * future count as past.
 */
export function mayNotice(now: Date, distanceMs: number): RawBuilder<boolean> {
  const [before, after] = [new Date(now.getTime() - distanceMs), new Date(now.getTime() + distanceMs)];
  return sql<boolean>`exists (
    select from alert_settings where (mail_addresses <> '{}' or webhook_url is not null)
      and (noticed_at is null or noticed_at <= ${before} or noticed_at > ${after}))
    and (exists (select from operator_alerts where ${OPEN} and (repeat_at is null or repeat_at <= ${now} or noticed_at > ${after}))
      or exists (select from operator_alerts where ${END_NOT_NOTIFIED}))`;
}

/** Lists open alerts, oldest first, and closed alerts that a notice listed as open and none as closed. */
export async function alertsToNotice(db: Kysely<Database>): Promise<AlertToNotice[]> {
  const rows = await db
    .selectFrom('operator_alerts')
    .selectAll()
    .where((eb) => eb.or([eb('resolved_at', 'is', null), END_NOT_NOTIFIED]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(toNotice);
}

function toNotice(row: Row): AlertToNotice {
  const { id, kind, key, message, at, times, notices } = row;
  return {
    ...{ id, kind, key, message, at, times, notices, noticedAt: row.noticed_at, resolvedAt: row.resolved_at },
    ...{ acknowledgedAt: row.acknowledged_at, closedNoticedAt: row.closed_noticed_at },
  };
}

/** Records a notice on its alerts and in the settings. `repeatAt` returns the time from which an alert is repeated. */
export async function recordNotice(
  trx: Kysely<Database>,
  { opened, repeated, closed }: Notice<AlertToNotice>,
  now: Date,
  repeatAt: (alert: AlertToNotice) => Date,
): Promise<void> {
  const open = [...opened, ...repeated];
  await sql`update operator_alerts set noticed_at = ${now}, notices = notices + 1, repeat_at = listed.repeat_at
    from unnest(${open.map(({ id }) => id)}::int[], ${open.map(repeatAt)}::timestamptz[]) listed (id, repeat_at)
    where operator_alerts.id = listed.id`.execute(trx);
  await sql`update operator_alerts set closed_noticed_at = ${now} where id = any(${closed.map(({ id }) => id)}::int[])`.execute(
    trx,
  );
  await trx.updateTable('alert_settings').set({ noticed_at: now }).execute();
}

export type AlertDelivery = Selectable<Database['alert_deliveries']>;

const WAITING = sql<boolean>`delivered_at is null and failed_at is null`;

/** Returns a condition that a notice for the webhook is due. */
export const hasDeliveryDue = (now: Date) =>
  sql<boolean>`exists (select from alert_deliveries where ${WAITING} and next_try_at <= ${now})`;

/** Queues a notice for the webhook, due immediately. */
export async function insertAlertDelivery(trx: Kysely<Database>, body: string, now: Date): Promise<void> {
  await trx.insertInto('alert_deliveries').values({ body, created_at: now, next_try_at: now }).execute();
}

/**
 * Claims the oldest due notice for the webhook and counts the attempt. The notice is due again after `pauses[tries]` milliseconds, so that
 * a worker that is killed while sending loses nothing.
 */
export async function claimAlertDelivery(
  db: Kysely<Database>,
  now: Date,
  pauses: readonly number[],
): Promise<AlertDelivery | undefined> {
  const { rows } = await sql<AlertDelivery>`
    update alert_deliveries set tries = tries + 1,
      next_try_at = ${now}::timestamptz + make_interval(secs => (${[...pauses]}::float8[])[least(tries + 1, ${pauses.length}::int)] / 1000)
    where key = (
      select key from alert_deliveries where ${WAITING} and next_try_at <= ${now} order by next_try_at, created_at limit 1
      for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

export async function markAlertDelivered(db: Kysely<Database>, key: string, now: Date): Promise<void> {
  await db.updateTable('alert_deliveries').set({ delivered_at: now, error: null }).where('key', '=', key).execute();
}

/** Records a failed attempt. `failedAt` is the time at which the notice is given up, or `null` if it will be retried. */
export async function markAlertDeliveryFailed(
  db: Kysely<Database>,
  key: string,
  error: string,
  failedAt: Date | null,
): Promise<void> {
  await db.updateTable('alert_deliveries').set({ error, failed_at: failedAt }).where('key', '=', key).execute();
}

/** Deletes the notices that the webhook has not yet accepted. */
export async function deleteWaitingDeliveries(trx: Kysely<Database>): Promise<void> {
  await trx.deleteFrom('alert_deliveries').where(WAITING).execute();
}

/** Deletes notices that were delivered or given up before this time. Returns how many. */
export async function purgeAlertDeliveries(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('alert_deliveries')
    .where((eb) => eb.or([eb('delivered_at', '<', before), eb('failed_at', '<', before)]))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
