/** Which virus scanner files of tickets are shown to, and whether it is away. */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { alertOnce, resolveAlerts } from './alerts.ts';

export type ScannerSettings = Selectable<Database['scanner_settings']>;

export function scannerSettings(db: Kysely<Database>): Promise<ScannerSettings> {
  return db.selectFrom('scanner_settings').selectAll().executeTakeFirstOrThrow();
}

/** That there is one. */
export const scannerIsSet = (): RawBuilder<boolean> =>
  sql<boolean>`exists (select from scanner_settings where socket is not null or host is not null)`;

const ALERT = { kind: 'scanner_away', key: 'scanner' } as const;

/** One alert for as long as it is away. Nothing of one that the operator has taken away meanwhile. */
export async function noteScannerAway(db: Kysely<Database>, { error, now }: { error: string; now: Date }): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('scanner_settings')
    .set((eb) => ({ away_since: eb.fn.coalesce('away_since', eb.val(now)), away_error: error }))
    .where(scannerIsSet())
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const message = `The virus scanner does not work: ${error}. Files of customers are refused, and mails with files wait. Test it with ./innkeeper scanner check.`;
  await alertOnce(db, { ...ALERT, message });
}

export async function noteScannerBack(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .updateTable('scanner_settings')
    .set({ away_since: null, away_error: null })
    .where('away_since', 'is not', null)
    .execute();
  await resolveAlerts(db, ALERT, now);
}
