/**
 * The installation's key, with which secrets in the database are sealed (model/sealing.ts): 32 bytes in base64, from the configuration, or
 * from `secret.key` in the home, which is made when it is first needed. Whoever loses it has all users enable two-factor
 * authentication again, so it belongs into a backup, but not into the same as the database.
 */
import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import { isNodeError, readIfThere } from '@innkeeper/engine/atomic';
import { KEY_BYTES } from '@innkeeper/model/sealing';
import { FatalStart } from '../processes/messages.ts';
import type { Home } from './home.ts';
import { refuseOpenFile } from './operators-file.ts';

/** `given`: the key of the configuration. Fails with `FatalStart` for a file that has no key, and for one that others may read. */
export async function readSecretKey(home: Home, given: string | null): Promise<Buffer> {
  if (given !== null) return decoded(given, 'secret.key');
  const there = (await readIfThere(home.secretKeyFile)) ?? (await made(home.secretKeyFile));
  await refuseOpenFile(home.secretKeyFile);
  return decoded(there, home.secretKeyFile);
}

/** Another process may have been faster: then its key counts. The file is complete as soon as it is there. */
async function made(file: string): Promise<string> {
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

function decoded(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES) throw new FatalStart(`${where} must contain a key of ${KEY_BYTES} bytes in base64.`);
  return key;
}
