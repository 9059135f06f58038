/** Opens the store of backups that the configuration names, and reads and writes the records in it. */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LocalStore } from '@innkeeper/engine/copies/local';
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { S3Store } from '@innkeeper/engine/copies/s3/store';
import { backupTime, recordName } from '@innkeeper/model/backup/names';
import { type BackupRecord, formatBackupRecord, parseBackupRecord } from '@innkeeper/model/backup/record';
import type { Section } from '@innkeeper/model/configuration/keys';
import { days } from '@innkeeper/model/time/clock';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';

export interface BackupStore {
  readonly files: CopyStore;
  /** Absolute path of a directory, or `null` for S3. */
  readonly directory: string | null;
  /** Store as shown to people: a path, or `s3://bucket/prefix`. */
  readonly location: string;
}

/** A backup in its store. `record` is `null` if the process died before it wrote the record. */
export interface StoredBackup {
  name: string;
  takenAt: Date;
  record: BackupRecord | null;
}

/** Opens the store of backups. Returns `null` if none is configured. Throws a `CommandError` that names a missing key. */
export function openBackupStore(home: Pick<Home, 'backup'>, values: Section<'backup'>): BackupStore | null {
  const target = values['backup.target'];
  if (target === null) return null;
  if (target === 'directory') {
    const directory = requireValue(values, 'backup.directory');
    return { files: new LocalStore({ name: 'backup', directory }), directory, location: directory };
  }
  const place = {
    endpoint: requireValue(values, 'backup.s3.endpoint'),
    bucket: requireValue(values, 'backup.s3.bucket'),
    region: requireValue(values, 'backup.s3.region'),
    prefix: values['backup.s3.prefix'],
  };
  const credentials = {
    accessKeyId: requireValue(values, 'backup.s3.access_key_id'),
    secretAccessKey: requireValue(values, 'backup.s3.secret_access_key'),
  };
  const files = new S3Store({ ...place, credentials, directory: path.join(home.backup, 'uploads') });
  return { files, directory: null, location: `s3://${place.bucket}/${place.prefix}` };
}

function requireValue<P extends keyof Section<'backup'>>(values: Section<'backup'>, name: P): NonNullable<Section<'backup'>[P]> {
  const value = values[name];
  if (value === null || value === undefined)
    throw new CommandError(
      `Backups have no complete target: ${name} is not set. Set it with ./innkeeper config set, or run ./innkeeper backup setup.`,
    );
  return value;
}

/** Lists the backups of a store with their records, newest first. */
export async function listBackups({ files }: Pick<BackupStore, 'files'>): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for await (const name of files.list()) {
    const takenAt = backupTime(name);
    if (takenAt) found.push({ name, takenAt, record: await readRecord(files, name) });
  }
  return found.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

async function readRecord(files: CopyStore, name: string): Promise<BackupRecord | null> {
  const text = await files.readText(recordName(name));
  return text === null ? null : parseBackupRecord(text);
}

/** Writes the record of a backup, and replaces an earlier record. `work` is a directory for the temporary file. */
export async function putRecord({ files }: Pick<BackupStore, 'files'>, record: BackupRecord, work: string): Promise<void> {
  const text = formatBackupRecord(record);
  const file = path.join(work, recordName(record.name));
  await writeFile(file, text, { mode: 0o600 });
  const sha256 = createHash('sha256').update(text).digest('hex');
  await files.put(recordName(record.name), { path: file, bytes: Buffer.byteLength(text), sha256 });
  await rm(file);
}

/** Age of a backup at which no process can still be storing it. Each step of a run takes at most 4 hours. */
const ABANDONED_MS = days(1);

/** Removes what killed processes left in a store. Complete backups and records stay. */
export async function discardAbandoned({ files }: Pick<BackupStore, 'files'>, now: Date): Promise<void> {
  for (const key of await files.unfinished()) {
    const takenAt = backupTime(key) ?? backupTime(key.slice(0, -recordName('').length));
    if (takenAt && now.getTime() - takenAt.getTime() > ABANDONED_MS) await files.discardUnfinished(key);
  }
}

/** Removes a backup and its record. A crash in between leaves a backup without a record, which is listed and removed later. */
export async function removeBackup({ files }: Pick<BackupStore, 'files'>, name: string): Promise<void> {
  await files.remove(recordName(name));
  await files.remove(name);
}
