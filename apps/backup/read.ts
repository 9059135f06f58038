/** Reads backups: the manifest, and the files in plain text. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DIGESTS } from '@innkeeper/db/migrations/digests';
import { isNodeError } from '@innkeeper/engine/atomic';
import { UnreadableBackup } from '@innkeeper/engine/backup/age/error';
import { extractArchive, readArchiveHead } from '@innkeeper/engine/backup/archive';
import { type AuthenticityRules, checkManifest, refuseForged } from '@innkeeper/model/backup/authenticity';
import { coverageOf, describedFiles, maxArchiveBytes } from '@innkeeper/model/backup/contents';
import { type BackupManifest, judgeMigrations, MANIFEST_NAME, parseManifest } from '@innkeeper/model/backup/manifest';
import { CommandError } from '../terminal/command-error.ts';

export interface BackupSource {
  /** Path of the encrypted file. */
  path: string;
  /** Secret keys. One of them must match. */
  identities: readonly string[];
  authenticity: AuthenticityRules;
}

export interface ReadManifest {
  manifest: BackupManifest;
  /** Bytes of the manifest in the archive. */
  bytes: number;
  /** True if the code of the manifest matches a key. False for a backup that the rules accept without. */
  isGenuine: boolean;
}

/**
 * Reads a whole backup and returns its manifest. Writes nothing. Throws a `CommandError` for a wrong key, a damaged or forged file, or a backup
 * of a newer or unknown release.
 */
export async function readManifest(source: BackupSource): Promise<ReadManifest> {
  const text = await mapReadErrors(source, () => readArchiveHead(source, MANIFEST_NAME));
  const parsed = parseManifest(text);
  if (!parsed.ok) throw new CommandError(parsed.sentence);
  const { manifest } = parsed;
  const found = checkManifest(text, source.authenticity.keys);
  const refused = refuseForged(found, new Date(manifest.taken_at), source.authenticity);
  if (refused) throw new CommandError(refused);
  const foreign = judgeMigrations({ release: manifest.release, ...manifest.database }, DIGESTS);
  if (foreign) throw new CommandError(foreign);
  return { manifest, bytes: Buffer.byteLength(text), isGenuine: found === 'genuine' };
}

/**
 * Extracts a backup into an empty directory and compares all files with the manifest. Removes the directory and throws like `readManifest` if
 * a file is missing, differs, or is not in the manifest.
 */
export async function extractBackup(source: BackupSource, read: ReadManifest, directory: string): Promise<void> {
  try {
    const maxBytes = maxArchiveBytes(read.manifest, read.bytes);
    await mapReadErrors(source, () => extractArchive(source, directory, { maxBytes }));
    await compareFiles(read.manifest, directory);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function compareFiles(manifest: BackupManifest, directory: string): Promise<void> {
  const isCovered = coverageOf(manifest);
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const name = path.relative(directory, path.join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && !isCovered(name))
      throw new CommandError(`This backup contains ${name}, which its manifest does not list. Use another backup.`);
  }
  for (const [name, { sha256 }] of describedFiles(manifest)) {
    if ((await hashFile(path.join(directory, name))) !== sha256)
      throw new CommandError(`This backup is damaged: ${name} has other bytes than it should. Use another backup.`);
  }
}

async function hashFile(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
    return hash.digest('hex');
  } catch (error) {
    // A forged archive may have a directory of this name.
    if (isNodeError(error, 'ENOENT', 'EISDIR')) return null;
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
