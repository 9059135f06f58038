/** Alerts about backups. A run of the schedule updates them with the rights of the database owner. */
import type { Database } from '@innkeeper/db/schema';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import type { Kysely } from 'kysely';
import type { BackupOperations } from './run.ts';

/** Each installation has only one such alert of a kind, so one key is enough. */
const KEY = 'house';

/** Opens the alerts that apply and closes all others. */
export async function updateBackupAlerts(
  db: Kysely<Database>,
  { overdue, onSameDisk, status }: Parameters<BackupOperations['alert']>[0],
  now: Date,
): Promise<void> {
  const { target, verified_at: verifiedAt, problems } = status;
  const proven = verifiedAt === null ? 'was ever proven' : `was proven since ${verifiedAt}`;
  const cause = problems[0] === undefined ? '' : ` The last run failed: ${problems[0]}`;
  const states = [
    { kind: 'backup_overdue', holds: overdue, message: `No backup in ${target} ${proven}.${cause}` },
    {
      kind: 'backup_on_same_disk',
      holds: onSameDisk,
      message: `The backups in ${target} are on the disk of the database. A loss of that disk would take both.`,
    },
  ] as const;
  for (const { kind, holds, message } of states) {
    if (holds) await alertOnce(db, { kind, key: KEY, message });
    else await resolveAlerts(db, { kind, key: KEY }, now);
  }
}
