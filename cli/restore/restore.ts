import { authenticityByFile } from '@innkeeper/apps/backup/mac-key';
import { type RestoreResult, restoreBackup } from '@innkeeper/apps/backup/restore';
import { validateConfiguration } from '@innkeeper/apps/configuration/load';
import { withTls } from '@innkeeper/apps/installation/database-tls';
import { homeAt } from '@innkeeper/apps/installation/home';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { systemClock } from '@innkeeper/model/clock';
import { readKeyFile } from '../backup/key-file.ts';
import type { WithHome } from '../program/home-option.ts';
import { confirmTime } from './confirm-time.ts';

export interface RestoreCommandOptions extends WithHome {
  identity?: string;
  replace?: boolean;
  unsigned?: boolean;
  takenAt?: string;
}

export async function restoreCommandAction(path: string, options: RestoreCommandOptions & { identity: string }): Promise<void> {
  const acceptsTime = confirmTime(options.takenAt);
  const { identities, macKeys } = await readKeyFile(options.identity);
  const databaseUrl = await databaseOfEnvironment();
  const home = homeAt(options.home);
  const source = { path, identities, authenticity: await authenticityByFile(home, macKeys, options.unsigned === true) };
  const target = { home, databaseUrl, replace: options.replace === true };
  const restored = await restoreBackup({ ...source, ...target, acceptsTime, now: systemClock.now(), report: terminalReport() });
  for (const line of summaryOf(restored, home.path)) console.log(line);
}

/**
 * Returns the URL of the database, or `null` for the embedded server. Reads only the environment, because the configuration file belongs to
 * the replaced installation.
 */
async function databaseOfEnvironment(): Promise<string | null> {
  const { values } = await validateConfiguration('', { name: 'the environment', env: process.env });
  const url = values['database.url'];
  return url === null ? null : withTls(url, values);
}

function summaryOf({ backup, takenAt, replaced, outside, isGenuine }: RestoreResult, home: string): string[] {
  return [
    takenAt === null
      ? `The restore of ${backup} is complete: an earlier run was interrupted while it put files in place.`
      : `Restored ${backup}, taken at ${takenAt.toISOString().slice(0, 19)}Z, into ${home}.`,
    ...(isGenuine ? [] : ['Note: the origin of this backup was not checked, because you named --unsigned.']),
    ...(replaced === null ? [] : [`The files of before are kept in ${replaced}.`]),
    ...outside.map(({ from, to }) => `The configuration names ${to}, which is missing here. Copy it: cp ${from} ${to}`),
    'Backups of this host need a key of this host: run ./innkeeper backup setup if backup/verify.key is missing.',
    'Start with ./innkeeper up.',
  ];
}
