/**
 * Makes a backup of the installation: database, configuration, keys, attachments and received mail in one encrypted file.
 *
 * The backup runs while customers work. The file gets its name only when it is complete and flushed to disk.
 */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyOut } from '@innkeeper/db/backup/copy-out';
import { flushDirectory, writeAtomic } from '@innkeeper/engine/atomic';
import { packArchive } from '@innkeeper/engine/backup/archive';
import { signManifest } from '@innkeeper/model/backup/authenticity';
import { tableFile } from '@innkeeper/model/backup/contents';
import { type BackupManifest, DATABASE_DIRECTORY, MANIFEST_NAME } from '@innkeeper/model/backup/manifest';
import { backupName, recordName } from '@innkeeper/model/backup/names';
import { type BackupRecord, formatBackupRecord } from '@innkeeper/model/backup/record';
import { formatVersion } from '@innkeeper/model/installation/build';
import { days } from '@innkeeper/model/time/clock';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { withDatabaseUrl } from '../installation/database.ts';
import type { Home } from '../installation/home.ts';
import project from '../package.json' with { type: 'json' };
import { listBackupFiles } from './backup-files.ts';
import { namesIn, withWorkDirectory } from './paths.ts';
import { stageFiles } from './stage.ts';

export interface CreateOptions {
  home: Home;
  configuration: LoadedConfiguration;
  /** Directory that receives the file and its record. */
  to: string;
  /** Public keys, `age1...`. Each of the matching secret keys can decrypt the backup. */
  recipients: readonly string[];
  /** Key that authenticates the backup. */
  macKey: string;
}

export interface CreatedBackup {
  /** Path of the encrypted file. */
  path: string;
  record: BackupRecord;
  /** Configuration keys whose value is in no backup, because it comes from the environment, each with its variable. */
  omittedKeys: string[];
}

/** Age at which a partial file belongs to a killed process. */
const ABANDONED_MS = days(1);
const PART = '.part';

/** Makes a backup and writes its file and record to a directory. Removes abandoned partial files first. */
export async function createBackup({ home, configuration, to, ...keys }: CreateOptions): Promise<CreatedBackup> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  await removeAbandonedParts(to);
  return withWorkDirectory(home, async (work) => {
    const tables = path.join(work, DATABASE_DIRECTORY);
    await mkdir(tables);
    const { takenAt, manifest: database } = await withDatabaseUrl(home, (url) => copyOut(url, tables));
    const { omittedKeys, ...listed } = await listBackupFiles(home, configuration);
    const { files, outside } = await stageFiles(work, home, listed);
    const manifest: BackupManifest = {
      format: 1,
      release: formatVersion(project.version),
      codec: 'zstd',
      taken_at: takenAt.toISOString(),
      engine: configuration.values['engine.kind'],
      ...{ database, outside, files },
    };
    await writeFile(path.join(work, MANIFEST_NAME), signManifest(JSON.stringify(manifest), keys.macKey), { mode: 0o600 });
    const names = [MANIFEST_NAME, ...database.tables.map(({ name }) => tableFile(name)), ...files.map(({ name }) => name)];
    const name = backupName(takenAt);
    const packed = await writeComplete(path.join(to, name), (part) =>
      packArchive({ directory: work, names, recipients: keys.recipients, to: part }),
    );
    const record: BackupRecord = {
      ...{ name, ...packed, release: manifest.release },
      migration: database.migrations.at(-1) ?? '',
      taken_at: manifest.taken_at,
      verified_at: null,
    };
    await writeAtomic(path.join(to, recordName(name)), formatBackupRecord(record));
    return { path: path.join(to, name), record, omittedKeys };
  });
}

/** Writes the file under a temporary name with `write`, then renames it. */
async function writeComplete<T>(file: string, write: (part: string) => Promise<T>): Promise<T> {
  const part = `${file}.${process.pid}${PART}`;
  try {
    const result = await write(part);
    await rename(part, file);
    await flushDirectory(path.dirname(file));
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function removeAbandonedParts(directory: string): Promise<void> {
  for (const name of await namesIn(directory)) {
    if (!name.startsWith('house-') || !name.endsWith(PART)) continue;
    const file = path.join(directory, name);
    const found = await stat(file);
    if (Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}
