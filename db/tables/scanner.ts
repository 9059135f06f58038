/** Settings of the virus scanner for files of tickets, and the state of its outage. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { alertOnce, resolveAlerts } from './alerts.ts';

export type ScannerSettings = Selectable<Database['scanner_settings']>;

export function scannerSettings(db: Kysely<Database>): Promise<ScannerSettings> {
  return db.selectFrom('scanner_settings').selectAll().executeTakeFirstOrThrow();
}

/** Returns SQL for whether a scanner is configured. */
export const isScannerConfigured = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from scanner_settings where socket is not null or host is not null)`;

const ALERT = { kind: 'scanner_away', key: 'scanner' } as const;

/**
 * Records that the scanner is unavailable, and opens one alert until the scanner responds. Does nothing if the operator has removed the
 * scanner in the meantime.
 */
export async function markScannerUnavailable(db: Kysely<Database>, { error, now }: { error: string; now: Date }): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('scanner_settings')
    .set((eb) => ({ away_since: eb.fn.coalesce('away_since', eb.val(now)), away_error: error }))
    .where(isScannerConfigured())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const message = `The virus scanner does not work: ${error}. Files of customers are refused, and mails with files wait. Test it with ./innkeeper scanner check.`;
  await alertOnce(db, { ...ALERT, message });
}

/** Records that the scanner responds, and resolves its alert. */
export async function markScannerAvailable(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('scanner_settings')
    .set({ away_since: null, away_error: null })
    .where('away_since', 'is not', null)
    .execute();
  await resolveAlerts(db, ALERT, now);
}
