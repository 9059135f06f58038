/**
 * Paths of backup files in a home. `backup/recipients.txt` has the public keys, `backup/verify.key` the secret key of this host,
 * and `backup/authentication.key` the key that authenticates backups. Running commands have working directories there.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitForHolders } from '@innkeeper/db/embedded/holders';
import { socketDirOf } from '@innkeeper/db/embedded/socket-dir';
import { isNodeError, readIfThere } from '@innkeeper/engine/atomic';
import { parseIdentityFile, parseRecipientsFile } from '@innkeeper/engine/backup/age/keys';
import type { Home } from '../installation/home.ts';
import { requirePrivateFile } from '../installation/private-file.ts';
import { processStart } from '../installation/running.ts';
import { CommandError } from '../terminal/command-error.ts';

export interface BackupPaths {
  directory: string;
  /** File with the public keys of the operator and of this host, one per line. */
  recipients: string;
  /** File with the secret key of this host, which verifies backups. Backups never contain this file. */
  verifyKey: string;
  /** File with the key that authenticates backups, see mac-key.ts. Backups never contain this file. */
  macKey: string;
}

/** Returns the paths of backup files in a home. */
export function backupPathsOf(home: Pick<Home, 'backup'>): BackupPaths {
  const directory = home.backup;
  return {
    directory,
    recipients: path.join(directory, 'recipients.txt'),
    verifyKey: path.join(directory, 'verify.key'),
    macKey: path.join(directory, 'authentication.key'),
  };
}

/** Returns the public keys of a home, `age1...`. Throws a `CommandError` if their file is missing. */
export async function backupRecipients(home: Pick<Home, 'backup'>): Promise<string[]> {
  const { recipients } = backupPathsOf(home);
  return parseRecipientsFile(await requireFile(recipients), recipients);
}

/** Returns the secret keys of this host. Throws a `CommandError` if their file is missing, and `FatalStart` if other users can read it. */
export async function verifyIdentities(home: Pick<Home, 'backup'>): Promise<string[]> {
  const { verifyKey } = backupPathsOf(home);
  const text = await requireFile(verifyKey);
  await requirePrivateFile(verifyKey);
  return parseIdentityFile(text, verifyKey);
}

async function requireFile(file: string): Promise<string> {
  const text = await readIfThere(file);
  if (text === null) throw new CommandError(`${file} is missing. Make the keys of backups with ./innkeeper backup setup.`);
  return text;
}

/**
 * Passes `work` an empty private directory and removes it afterwards. The directory holds the installation unencrypted, so directories of
 * killed processes are removed too, once their database servers have ended.
 *
 * Throws an `EmbeddedError` if such a server does not end within a minute.
 */
export async function withWorkDirectory<T>(home: Pick<Home, 'backup'>, work: (directory: string) => Promise<T>): Promise<T> {
  const { directory } = backupPathsOf(home);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await removeAbandoned(directory);
  const own = await mkdtemp(path.join(directory, workPrefix(process.pid)));
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

const WORK = 'work-';
/** Name of a data directory inside a working directory. The database server that verifies a backup uses it. */
export const SCRATCH_DATABASE = 'db';

/**
 * Returns the name prefix of a process's working directories. The prefix contains a hash of boot id and start time, because process ids are
 * reused.
 */
function workPrefix(pid: number): string {
  const start = createHash('sha256')
    .update(processStart(pid) ?? '')
    .digest('hex')
    .slice(0, 12);
  return `${WORK}${pid}-${start}-`;
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(WORK)) continue;
    const pid = Number.parseInt(name.slice(WORK.length), 10);
    if (processStart(pid) !== null && name.startsWith(workPrefix(pid))) continue;
    const abandoned = path.join(directory, name);
    const database = path.join(abandoned, SCRATCH_DATABASE);
    await waitForHolders(database);
    for (const left of [socketDirOf(database), abandoned]) await rm(left, { recursive: true, force: true });
  }
}

/** Returns the names in a directory. Returns an empty list if the directory is missing. */
export async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
