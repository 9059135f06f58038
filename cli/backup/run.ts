/** Defines `./innkeeper backup run`. */
import { recordFailedStart, runBackups } from '@innkeeper/apps/backup/run';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { isRecovering } from '@innkeeper/db/tables/recovering';
import { Command } from 'commander';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { type OpenBackups, openBackups, updateAlertsOf } from './open.ts';

export function runCommand(): Command {
  return new Command('run')
    .description('make, prove and remove backups as far as that is due; ./innkeeper up runs it by itself')
    .addOption(homeOption())
    .action(async (options: WithHome) => {
      const backups = await openOrRecordFailure(options);
      if (backups === null) return;
      const { target, created_at, verified_at, problems } = await runBackups(backups.run());
      console.log(`Backups in ${target}: the newest of ${created_at ?? 'never'}, last proven ${verified_at ?? 'never'}.`);
      for (const problem of problems) console.error(problem);
      // A step that timed out would keep the process alive.
      process.exit(problems.length > 0 ? 1 : 0);
    });
}

const RECOVERING_NOTE =
  'No backup is made while the installation recovers from a restore. End that with ./innkeeper restore finish.';

/** Opens the installation. Returns `null` while it is recovering. A refusal is recorded, so that `doctor` and the alert name its reason. */
async function openOrRecordFailure(options: WithHome): Promise<OpenBackups | null> {
  const home = homeAt(options.home);
  try {
    const backups = await openBackups(options);
    // The restored data are in the restored backup, and sequences do not yet skip the ids that were used after it.
    if (await withDatabase(home, isRecovering)) {
      console.log(RECOVERING_NOTE);
      // The database must not be changed during a recovery.
      await recordFailedStart({ home, now: () => new Date(), alert: async () => {} }, RECOVERING_NOTE);
      return null;
    }
    backups.run();
    return backups;
  } catch (error) {
    await recordFailedStart({ home, now: () => new Date(), alert: (found) => updateAlertsOf(home, found) }, error).catch(() => {
      // The caller must see the refusal, not this error.
    });
    throw error;
  }
}
