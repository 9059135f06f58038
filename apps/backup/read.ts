/** Reads backups: the manifest, and the files in plain text. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MIGRATION_NAMES } from '@innkeeper/db/migrations/names.gen';
import { isNodeError } from '@innkeeper/engine/atomic';
import { UnreadableBackup } from '@innkeeper/engine/backup/age/error';
import { extractArchive, readArchiveHead } from '@innkeeper/engine/backup/archive';
import {
  type BackupManifest,
  DATABASE_DIRECTORY,
  judgeMigrations,
  MANIFEST_NAME,
  parseManifest,
} from '@innkeeper/model/backup/manifest';
import { CommandError } from '../terminal/command-error.ts';

export interface BackupSource {
  /** Path of the encrypted file. */
  path: string;
  /** Secret keys. One of them must match. */
  identities: readonly string[];
}

/**
 * Reads a whole backup and returns its manifest. Writes nothing. Throws a `CommandError` for a wrong key, a damaged file or a backup of a newer
 * release.
 */
export async function readManifest(source: BackupSource): Promise<BackupManifest> {
  const parsed = parseManifest(await mapReadErrors(source, () => readArchiveHead(source, MANIFEST_NAME)));
  if (!parsed.ok) throw new CommandError(parsed.sentence);
  const { manifest } = parsed;
  const unknown = judgeMigrations({ release: manifest.release, migrations: manifest.database.migrations }, MIGRATION_NAMES);
  if (unknown) throw new CommandError(unknown);
  return manifest;
}

/** Extracts a backup into an empty directory and compares its tables with the manifest. Throws like `readManifest`. */
export async function extractBackup(source: BackupSource, manifest: BackupManifest, directory: string): Promise<void> {
  await mapReadErrors(source, () => extractArchive(source, directory));
  for (const { name, sha256 } of manifest.database.tables) {
    const found = await hashFile(path.join(directory, DATABASE_DIRECTORY, `${name}.copy`));
    if (found !== sha256)
      throw new CommandError(`This backup is damaged: the table ${name} has other bytes than it should. Use another backup.`);
  }
}

async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  }
}

async function mapReadErrors<T>({ path: file }: BackupSource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new CommandError(error.message);
    if (isNodeError(error, 'ENOENT', 'EISDIR', 'EACCES'))
      throw new CommandError(`${file} cannot be read. Check its path and permissions.`);
    throw error;
  }
}
