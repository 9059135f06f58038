/** Prevents commands from changing an installation that recovers from a restore (docs/decisions/recovering.md). */
import type { Database } from '@innkeeper/db/schema';
import { isRecovering } from '@innkeeper/db/tables/recovering';
import type { Kysely } from 'kysely';
import { CommandError } from '../terminal/command-error.ts';

/** Throws a `CommandError` while the installation is recovering. */
export async function refuseInRecovery(db: Kysely<Database>): Promise<void> {
  if (await isRecovering(db))
    throw new CommandError(
      'This installation is recovering from a restore, so nothing can be changed yet. Run ./innkeeper restore finish first.',
    );
}
