/** Makes a backup before an upgrade, in the place that `backup setup` has named. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { hours } from '@innkeeper/model/time/clock';
import { readValidStatus } from '../backup/status.ts';
import { projectRoot } from '../installation/home.ts';
import { step } from '../terminal/report.ts';
import type { UpgradeOptions } from './way-back.ts';

const run = promisify(execFile);

/** A backup of this age is not repeated. */
const MAX_AGE_MS = hours(1);
const TIMEOUT_MS = hours(4);

/**
 * Makes a backup, unless backups are not set up or the latest is younger than an hour. A failure is reported and does not stop the upgrade,
 * because the copy is the way back. A store that is down must not keep a host from a release that mends it.
 */
export async function backUp({ home, report }: Pick<UpgradeOptions, 'home' | 'report'>): Promise<void> {
  const status = await readValidStatus(home);
  if (status === null) return;
  const ageMs = Date.now() - new Date(status.created_at ?? 0).getTime();
  if (ageMs < MAX_AGE_MS) return;
  const command = [path.join(projectRoot, 'build/innkeeper.mjs'), 'backup', 'create', '--home', home.path];
  await step(report, 'Backup before the upgrade', async (tell) => {
    await run(process.execPath, command, { timeout: TIMEOUT_MS }).catch((error: Error & { stderr?: string }) =>
      tell(`no backup was made: ${error.stderr?.trim() || error.message}`),
    );
  });
}
