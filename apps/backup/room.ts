/** Checks the free disk space before a backup is extracted, so that a restore does not fill the disk of running guests. */
import { statfs } from 'node:fs/promises';
import { type DatabaseLoad, neededBytes } from '@innkeeper/model/backup/contents';
import type { BackupManifest } from '@innkeeper/model/backup/manifest';
import { CommandError } from '../terminal/command-error.ts';
import { nearestExisting } from './same-disk.ts';

/** Throws a `CommandError` if the disk of a directory is too small for a backup. The directory need not exist yet. */
export async function requireRoom(directory: string, manifest: BackupManifest, load: DatabaseLoad): Promise<void> {
  const { bavail, bsize } = await statfs(nearestExisting(directory));
  const [free, needed] = [bavail * bsize, neededBytes(manifest, load)];
  if (free >= needed) return;
  throw new CommandError(
    `This backup needs about ${inMegabytes(needed)} on the disk of ${directory}, and ${inMegabytes(free)} are free. Make room, or name another home.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
