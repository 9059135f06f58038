/**
 * The installation's key, which seals secrets in the database (model/installation/sealing.ts): 32 bytes in base64. It comes from the configuration, or
 * from `secret.key` in the home, which is created on first use.
 *
 * If the key is lost, all users must set up two-factor authentication again. Backups contain the key, since they are encrypted. Otherwise
 * keep the key away from copies of the database.
 */
import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { isNodeError, readIfThere } from '@innkeeper/engine/atomic';
import { KEY_BYTES } from '@innkeeper/model/installation/sealing';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { requirePrivateFile } from './private-file.ts';

/**
 * Returns the key. Creates its file if the home and the configuration have none. `configuredKey` is the key of the configuration, or `null`.
 * Throws `FatalStart` if the file contains no key or others can read it.
 */
export async function readSecretKey(home: Home, configuredKey: string | null): Promise<Buffer> {
  const found = await findSecretKey(home, configuredKey);
  if (found !== null) return found;
  return decodeKey(await createKeyFile(home.secretKeyFile), home.secretKeyFile);
}

/** Returns the key as `readSecretKey` does, or `null` if the home and the configuration have none. Creates nothing. */
export async function findSecretKey(home: Home, configuredKey: string | null): Promise<Buffer | null> {
  if (configuredKey !== null) return decodeKey(configuredKey, 'secret.key');
  const storedKey = await readIfThere(home.secretKeyFile);
  if (storedKey === null) return null;
  await requirePrivateFile(home.secretKeyFile);
  return decodeKey(storedKey, home.secretKeyFile);
}

/**
 * Creates the key file and returns the key. If another process was faster, its key is returned. The file is complete as soon as it exists.
 */
async function createKeyFile(file: string): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    await link(draft, file);
    return key;
  } catch (error) {
    if (!isNodeError(error, 'EEXIST')) throw error;
    return (await readIfThere(file)) ?? '';
  } finally {
    await rm(draft);
  }
}

function decodeKey(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new FatalStart(`${where} must contain a key of ${KEY_BYTES} bytes in base64.`);
  return key;
}
