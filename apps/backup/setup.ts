/** Sets up backups: stores the target in the configuration and creates the encryption keys. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { UnreadableBackup } from '@innkeeper/engine/backup/age/error';
import {
  type AgeKeyPair,
  formatIdentityFile,
  generateAgeKeyPair,
  parseIdentityFile,
  parseRecipientsFile,
  recipientOf,
} from '@innkeeper/engine/backup/age/keys';
import { loadConfiguration } from '../configuration/load.ts';
import { changeConfiguration } from '../configuration/set.ts';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';
import { newMacKey, provideMacKey, storeShownMacKey } from './mac-key.ts';
import { backupPathsOf, withWorkDirectory } from './paths.ts';
import { isOnSameDisk } from './same-disk.ts';
import { readValidStatus, writeBackupStatus } from './status.ts';
import { type BackupStore, openBackupStore } from './store.ts';

export interface SetUpOptions {
  /** Absolute path of a directory, or `s3` for the bucket in the configuration keys `backup.s3.*`. */
  target: { directory: string } | 's3';
  /** Public key of the operator, `age1...`. `null` keeps the existing key or creates a pair if there is none. */
  recipient: string | null;
  /** True to create new keys even if keys exist. If `recipient` is set, only the authentication key is new. */
  newKey: boolean;
  now: Date;
  env: Readonly<Record<string, string | undefined>>;
  /** Receives new keys before anything depends on them. Innkeeper does not store the secret key of a pair. */
  showKeys(keys: NewKeys): void;
}

export interface NewKeys {
  /** Key pair of the operator. `null` if there was one. */
  pair: AgeKeyPair | null;
  /** Key that authenticates backups. `null` if an existing key was shown before. */
  macKey: string | null;
}

export interface SetUpResult {
  location: string;
  onSameDisk: boolean;
}

/** Sets up backups. Keeps existing keys by default. Throws a `CommandError` and changes no settings if the target is not usable. */
export async function setUpBackups(home: Home, options: SetUpOptions): Promise<SetUpResult> {
  const { values } = await loadConfiguration(home, options.env);
  const { target } = options;
  const newValues =
    target === 's3'
      ? { 'backup.target': 's3' as const }
      : { 'backup.target': 'directory' as const, 'backup.directory': target.directory };
  const store = openBackupStore(home, { ...values, ...newValues });
  if (store === null) throw new Error('a target that was named is missing');
  await mkdir(home.backup, { recursive: true, mode: 0o700 });
  await probe(home, store);
  await makeKeys(home, options);
  const changes = Object.entries(newValues).map(([name, written]) => ({ name, written }));
  await changeConfiguration(home, changes, options.env);
  const before = await readValidStatus(home);
  const onSameDisk = store.directory !== null && (await isOnSameDisk(store.directory, home.database));
  const now = options.now.toISOString();
  await writeBackupStatus(home, {
    ...{ target: store.location, set_up_at: before?.set_up_at ?? now, next_run_at: now },
    ...{ created_at: null, verified_at: null, on_same_disk: onSameDisk, problems: [] },
  });
  return { location: store.location, onSameDisk };
}

/** Checks the store by writing, reading and removing a file. Throws a `CommandError` if any of these fails. */
async function probe(home: Home, { files, location }: BackupStore): Promise<void> {
  const key = 'probe.json';
  const text = '{}';
  try {
    await withWorkDirectory(home, async (directory) => {
      const file = path.join(directory, key);
      await writeFile(file, text);
      await files.put(key, { path: file, bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') });
    });
    if ((await files.readText(key)) !== text) throw new Error('the file that was written cannot be read again');
    await files.remove(key);
  } catch (error) {
    throw new CommandError(`${location} cannot hold backups: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/**
 * Creates the missing keys and writes the file of public keys.
 *
 * An existing key of this host is kept, so that earlier backups can still be verified. After a restore, the file still names the key of the
 * previous host, which the key of this host replaces. A process that dies after showing the keys stores no new operator key.
 */
async function makeKeys(home: Home, { recipient, newKey, now, showKeys }: SetUpOptions): Promise<void> {
  const { recipients: recipientsFile, verifyKey: verifyFile } = backupPathsOf(home);
  if (recipient !== null) requireRecipient(recipient);
  const written = await readIfThere(recipientsFile);
  const [existing] = written === null || newKey ? [] : parseRecipientsFile(written, recipientsFile);
  const macKey = newKey ? newMacKey(now) : await provideMacKey(home, now);
  const host = await provideHostKey(verifyFile, now);
  const operator = recipient ?? existing;
  const pair = operator === undefined ? await generateAgeKeyPair() : null;
  const own = pair?.recipient ?? operator;
  if (pair !== null || !macKey.isShown) showKeys({ pair, macKey: macKey.isShown ? null : macKey.key });
  if (!macKey.isShown) await storeShownMacKey(home, macKey, now);
  await writeAtomic(recipientsFile, `# The operator's key\n${own}\n# The key of this host\n${host}\n`, { mode: 0o600 });
}

/** Returns the public key of this host. Creates the key pair if it is missing. */
async function provideHostKey(file: string, now: Date): Promise<string> {
  const text = await readIfThere(file);
  const [identity] = text === null ? [] : parseIdentityFile(text, file);
  if (identity !== undefined) return recipientOf(identity);
  const pair = await generateAgeKeyPair();
  await writeAtomic(file, `# Proves backups on this host. It is in no backup.\n${formatIdentityFile(pair, now)}`, {
    mode: 0o600,
  });
  return pair.recipient;
}

function requireRecipient(text: string): void {
  try {
    parseRecipientsFile(text, '--recipient');
  } catch (error) {
    if (error instanceof UnreadableBackup) throw new CommandError(error.message);
    throw error;
  }
}
