/**
 * The key that authenticates backups, in `backup/authentication.key` of the home.
 *
 * Encrypting a backup needs only public keys. Without this key, whoever writes to the store could replace a backup by one of his own.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { isNodeError, readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { type AuthenticityRules, formatMacKey, takeMacKeys } from '@innkeeper/model/backup/authenticity';
import { formatSecond } from '@innkeeper/model/backup/names';
import type { Home } from '../installation/home.ts';
import { requirePrivateFile } from '../installation/private-file.ts';
import { CommandError } from '../terminal/command-error.ts';
import { backupPathsOf } from './paths.ts';

export interface MacKey {
  key: string;
  createdAt: Date;
  /** True if a command has printed the key, so that the operator could store it elsewhere. */
  isShown: boolean;
}

type WithBackup = Pick<Home, 'backup'>;

/** Reads the key. Returns `null` if there is none yet. Throws `FatalStart` if other users can read it. */
export async function readMacKey(home: WithBackup): Promise<MacKey | null> {
  const { macKey: file } = backupPathsOf(home);
  const text = await readIfThere(file);
  if (text === null) return null;
  await requirePrivateFile(file);
  const [key] = takeMacKeys(text).keys;
  const createdAt = new Date(/^# created: (\S+)$/m.exec(text)?.[1] ?? '');
  if (key === undefined || Number.isNaN(createdAt.getTime()))
    throw new CommandError(`${file} is damaged. Remove it, and make another key with ./innkeeper backup key.`);
  return { key, createdAt, isShown: /^# shown: /m.test(text) };
}

/** Returns the key. Creates it if there is none yet. Two processes that create it at the same time get the same key. */
export async function provideMacKey(home: WithBackup, now: Date): Promise<MacKey> {
  const found = await readMacKey(home);
  if (found !== null) return found;
  const { directory, macKey: file } = backupPathsOf(home);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, format(newMacKey(now), now), { flag: 'wx', mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link does not replace a key that another process has made and may already use.
    await link(draft, file);
  } catch (error) {
    if (!isNodeError(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  return provideMacKey(home, now);
}

/** Returns a new key, which is stored nowhere yet. */
export function newMacKey(now: Date): MacKey {
  return { key: formatMacKey(randomBytes(32)), createdAt: now, isShown: false };
}

/** Stores a key as one that was shown, and replaces an earlier key. */
export async function storeShownMacKey(home: WithBackup, key: MacKey, now: Date): Promise<void> {
  await writeAtomic(backupPathsOf(home).macKey, format({ ...key, isShown: true }, now), { mode: 0o600 });
}

/** Returns the rules by which this host verifies backups: they are genuine, unless they are older than its key. */
export async function authenticityOnHost(home: WithBackup, now: Date): Promise<AuthenticityRules> {
  const { key, createdAt } = await provideMacKey(home, now);
  return { keys: [key], acceptsUnsigned: false, acceptsOtherKey: false, since: createdAt };
}

/**
 * Returns the rules for a key file. The key of this host counts too: a backup may be restored on the host that made it. It contradicts no
 * backup that a person trusts without a key, because that may be of another host, or older than the key.
 */
export async function authenticityByFile(
  home: WithBackup,
  macKeys: readonly string[],
  acceptsUnsigned: boolean,
): Promise<AuthenticityRules> {
  const own = await readMacKey(home);
  const keys = own === null ? macKeys : [...macKeys, own.key];
  return { keys, acceptsUnsigned, acceptsOtherKey: acceptsUnsigned && macKeys.length === 0, since: null };
}

function format({ key, createdAt, isShown }: MacKey, now: Date): string {
  return [
    '# Authenticates the backups of this host. It is in no backup.',
    `# created: ${formatSecond(createdAt)}`,
    ...(isShown ? [`# shown: ${formatSecond(now)}`] : []),
    key,
    '',
  ].join('\n');
}
