/**
 * The row of an installation that recovers from a restore. It exists from `restore` to the end of `restore finish`.
 *
 * While the row exists, the API refuses changes, and no job or workflow runs (docs/decisions/recovering.md). An upgrade uses the same row
 * until its processes answer (docs/decisions/upgrades.md).
 */
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';

export type Recovering = Pick<Selectable<Database['recovering']>, 'since' | 'backup' | 'taken_at'>;

/** Marks the installation as recovering. Replaces a row that the backup contained. Requires the owner's rights. */
export async function beginRecovering(
  db: Kysely<Database>,
  { backup, takenAt, now }: { backup: string; takenAt: Date; now: Date },
): Promise<void> {
  const row = { since: now, backup, taken_at: takenAt };
  await db
    .insertInto('recovering')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** Returns the recovery row, or `undefined` if the installation is not recovering. */
export function findRecovering(db: Kysely<Database>): Promise<Recovering | undefined> {
  return db.selectFrom('recovering').select(['since', 'backup', 'taken_at']).executeTakeFirst();
}

/** Ends the recovery. Processes resume within a second or two. Requires the owner's rights. */
export async function endRecovering(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('recovering').execute();
}

/** Ends the wait for an upgrade. A recovery from a restore stays. Requires the owner's rights. */
export async function endUpgrade(db: Kysely<Database>): Promise<void> {
  const found = await findRecovering(db);
  if (found && isUpgradeMark(found.backup)) await endRecovering(db);
}

/** Returns whether the installation is recovering. Returns false if the migrations have not yet created the table. */
export async function isRecovering(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('public.recovering') is not null as exists`.execute(db);
  return rows[0]?.exists === true && (await findRecovering(db)) !== undefined;
}
