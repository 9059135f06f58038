/** Opens an installation for backup commands. */
import { updateBackupAlerts } from '@innkeeper/apps/backup/alerts';
import { createBackup } from '@innkeeper/apps/backup/create';
import { authenticityOnHost, provideMacKey } from '@innkeeper/apps/backup/mac-key';
import { backupRecipients, verifyIdentities } from '@innkeeper/apps/backup/paths';
import type { BackupRun } from '@innkeeper/apps/backup/run';
import { type BackupStore, openBackupStore } from '@innkeeper/apps/backup/store';
import { verifyBackup } from '@innkeeper/apps/backup/verify';
import type { LoadedConfiguration } from '@innkeeper/apps/configuration/load';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { type Home, homeAt, requireState } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import type { WithHome } from '../program/home-option.ts';

/** Receives the names of configuration values that a backup omitted. */
export type OnOmittedKeys = (names: readonly string[]) => void;

export interface OpenBackups {
  home: Home;
  configuration: LoadedConfiguration;
  acts: BackupRun['acts'];
  /** Returns the parameters of one run of the schedule. Throws a `CommandError` if no target was set up. */
  run(): BackupRun;
}

/** Opens an installation for backups. Throws a `CommandError` if it has no backup keys. */
export async function openBackups(options: WithHome, onOmittedKeys: OnOmittedKeys = () => {}): Promise<OpenBackups> {
  const home = homeAt(options.home);
  const state = await requireState(home);
  const configuration = await loadConfiguration(home, process.env);
  const { values } = configuration;
  const recipients = await backupRecipients(home);
  const acts: BackupRun['acts'] = {
    async create(to) {
      const { key: macKey } = await provideMacKey(home, new Date());
      const made = await createBackup({ home, configuration, to, recipients, macKey });
      onOmittedKeys(made.omittedKeys);
      return made;
    },
    async verify(path) {
      const keys = { identities: await verifyIdentities(home), authenticity: await authenticityOnHost(home, new Date()) };
      const { findings } = await verifyBackup({ path, ...keys, home });
      if (findings.length > 0) throw new CommandError(`This backup is not sound: ${findings.join('; ')}`);
    },
    alert: (found) => updateAlertsOf(home, found),
  };
  return {
    ...{ home, configuration, acts },
    run: () => ({
      ...{ home, values, acts, store: requireStore(home, configuration) },
      ...{ hasOwnDatabase: !state.externalDatabase, now: () => new Date(), random: Math.random },
    }),
  };
}

/** Updates the backup alerts of an installation. */
export async function updateAlertsOf(home: Home, found: Parameters<BackupRun['acts']['alert']>[0]): Promise<void> {
  await withDatabase(home, (db) => updateBackupAlerts(db, found, new Date()));
}

/** Opens the store. Throws a `CommandError` if none was set up. */
export function requireStore(home: Home, { values }: Pick<LoadedConfiguration, 'values'>): BackupStore {
  const store = openBackupStore(home, values);
  if (!store) throw new CommandError('Backups have no target yet. Name one with ./innkeeper backup setup.');
  return store;
}
