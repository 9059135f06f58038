/** Settings of alert notices: their destinations and the ping URL. */
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../schema.ts';

export type AlertSettings = Selectable<Database['alert_settings']>;

/** Returns the settings, without a lock. */
export function alertSettings(db: Kysely<Database>): Promise<AlertSettings> {
  return db.selectFrom('alert_settings').selectAll().executeTakeFirstOrThrow();
}

/** Updates some settings and returns all. */
export function updateAlertSettings(
  trx: Transaction<Database>,
  changes: Updateable<Database['alert_settings']>,
): Promise<AlertSettings> {
  return trx.updateTable('alert_settings').set(changes).returningAll().executeTakeFirstOrThrow();
}

/**
 * Locks the settings until the transaction ends, so that one worker at a time creates a notice. Returns `undefined` if another worker holds
 * the lock.
 */
export function lockAlertSettings(trx: Transaction<Database>): Promise<AlertSettings | undefined> {
  return trx.selectFrom('alert_settings').selectAll().forUpdate().skipLocked().executeTakeFirst();
}

/** Returns whether notices reach a person, by mail or webhook. */
export const hasChannel = ({ mail_addresses, webhook_url }: Pick<AlertSettings, 'mail_addresses' | 'webhook_url'>): boolean =>
  mail_addresses.length > 0 || webhook_url !== null;

/**
 * Claims the request of the ping URL, so that only one worker sends it. Returns the URL, or `undefined` if no ping is due. No ping is due
 * while a `job_failed` alert with a key in `notifying` is open, because the outside monitor is then the only alarm.
 */
export async function claimPing(
  db: Kysely<Database>,
  { now, everyMs, notifying }: { now: Date; everyMs: number; notifying: readonly string[] },
): Promise<string | undefined> {
  const row = await db
    .updateTable('alert_settings')
    .set({ pinged_at: now })
    .where(pingDue(now, everyMs))
    .where(
      sql<boolean>`not exists (select from operator_alerts where resolved_at is null and kind = 'job_failed' and key = any(${[...notifying]}::text[]))`,
    )
    .returning('ping_url')
    .executeTakeFirst();
  return row?.ping_url ?? undefined;
}

/** Condition on the settings: a ping is due. A ping time in the future, after the clock was set back, also makes it due. */
const pingDue = (now: Date, everyMs: number) => {
  const before = new Date(now.getTime() - everyMs);
  return sql<boolean>`ping_url is not null and (pinged_at is null or pinged_at <= ${before} or pinged_at > ${now})`;
};

/** Condition of the job that requests the ping URL. */
export const hasPingDue = (now: Date, everyMs: number) =>
  sql<boolean>`exists (select from alert_settings where ${pingDue(now, everyMs)})`;
