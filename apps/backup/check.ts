/** Builds the `doctor` findings about backups from the status of the last run, and about their key. */
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { isOverdue } from '@innkeeper/model/backup/due';
import type { Home } from '../installation/home.ts';
import { readMacKey } from './mac-key.ts';
import { DAMAGED, readBackupStatus } from './status.ts';

const NAME = 'backup';

/** Returns the finding about backups: missing, damaged, overdue, failed, on the disk of the database, or fine. */
export async function checkBackups(home: Pick<Home, 'backup'>, now: Date): Promise<HostFinding> {
  const status = await readBackupStatus(home);
  if (status === null)
    return {
      ...{ name: NAME, ok: 'warn', why: 'there is no backup of this installation' },
      remedy: './innkeeper backup setup --directory PATH',
    };
  if (status === DAMAGED)
    return { name: NAME, ok: 'warn', why: 'backup/status.json of the home is damaged', remedy: './innkeeper backup run' };
  const verifiedAt = status.verified_at === null ? null : new Date(status.verified_at);
  const [problem] = status.problems;
  if (isOverdue(verifiedAt, new Date(status.set_up_at), now)) {
    const last = verifiedAt === null ? 'no backup was ever proven' : `the last proven backup is of ${status.verified_at}`;
    return {
      ...{ name: NAME, ok: false, why: problem === undefined ? last : `${last}: ${problem}` },
      remedy: './innkeeper backup run, and see what it prints',
    };
  }
  if (problem !== undefined) return { name: NAME, ok: 'warn', why: problem, remedy: './innkeeper backup run' };
  if (status.on_same_disk)
    return {
      ...{ name: NAME, ok: 'warn', why: `${status.target} is on the disk of the database` },
      remedy: './innkeeper backup setup with a directory on another disk, or with --s3',
    };
  const proven = verifiedAt === null ? 'the first proof is still to come' : `last proven ${status.verified_at}`;
  return { name: NAME, ok: true, why: `to ${status.target}, ${proven}`, remedy: null };
}

/** Returns a finding until the key that authenticates backups was shown, or nothing if it was, or before backups are set up. */
export async function checkMacKey(home: Pick<Home, 'backup'>): Promise<HostFinding[]> {
  if ((await readBackupStatus(home)) === null || (await readMacKey(home))?.isShown) return [];
  const why = 'the key that proves the origin of backups was never shown, and a restore on another host asks for it';
  return [{ name: 'backup key', ok: 'warn', why, remedy: './innkeeper backup key' }];
}
