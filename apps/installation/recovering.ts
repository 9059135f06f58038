/** Prevents commands from changing an installation that recovers from a restore, or whose upgrade is not complete (docs/decisions/recovering.md). */
import type { Database } from '@innkeeper/db/schema';
import { findRecovering, isRecovering } from '@innkeeper/db/tables/recovering';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import type { Kysely } from 'kysely';
import { CommandError } from '../terminal/command-error.ts';

/** Throws a `CommandError` while the installation is recovering. */
export async function refuseInRecovery(db: Kysely<Database>): Promise<void> {
  if (!(await isRecovering(db))) return;
  if (isUpgradeMark((await findRecovering(db))?.backup ?? ''))
    throw new CommandError('An upgrade was interrupted, so nothing can be changed yet. Run ./innkeeper up, which completes it.');
  throw new CommandError(
    'This installation is recovering from a restore, so nothing can be changed yet. Run ./innkeeper restore finish first.',
  );
}
