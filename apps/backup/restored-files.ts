/** Adapts restored files to this host: their owners, and the database that the configuration names. */
import { existsSync } from 'node:fs';
import { chmod, chown, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DATABASE_USER } from '@innkeeper/db/embedded/user';
import { readIfThere } from '@innkeeper/engine/atomic';
import { findSystemUser, makeSystemUser } from '@innkeeper/engine/host/system-user';
import { collectFromFile } from '@innkeeper/model/configuration/collect';
import { nameInFile } from '@innkeeper/model/configuration/write';
import { parseToml } from '../configuration/load.ts';
import { removeKeys } from '../configuration/set.ts';
import type { Home } from '../installation/home.ts';
import { API_USER } from '../processes/run-as.ts';

/** Creates the system users that `up` would create. Without them, the database server would run as `nobody` during the restore. */
export async function prepareRestoredUsers(): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await makeSystemUser(DATABASE_USER);
  await makeSystemUser(API_USER);
}

/**
 * Sets the owners and modes of restored files and removes obsolete database keys. `parts` holds the files under their paths in the home.
 */
export async function prepareRestoredFiles(parts: string, home: Home, { isExternal }: { isExternal: boolean }): Promise<void> {
  const at = (place: string): string => path.join(parts, path.relative(home.path, place));
  for (const directory of [home.tls, home.secrets]) if (existsSync(at(directory))) await chmod(at(directory), 0o700);
  const user = process.getuid?.() === 0 ? await findSystemUser(API_USER) : null;
  for (const directory of [home.attachments, home.receivedMail]) if (user) await chownBelow(at(directory), user);
  await removeDatabaseKeys(at(home.configuration), { isExternal });
}

async function chownBelow(directory: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  if (!existsSync(directory)) return;
  for (const name of await readdir(directory, { recursive: true })) await chown(path.join(directory, name), uid, gid);
  await chown(directory, uid, gid);
}

/**
 * Removes the database keys of the original installation from the configuration. For an external database, the keys stay if the file with
 * its URL exists on this host, because the operator has then prepared the file.
 */
async function removeDatabaseKeys(configuration: string, { isExternal }: { isExternal: boolean }): Promise<void> {
  const text = await readIfThere(configuration);
  if (text === null) return;
  const { entries } = collectFromFile(parseToml(text, path.basename(configuration)), 'file');
  const keys = (['database.url', 'database.api_url', 'database.worker_url', 'database.operator_url'] as const).filter((key) =>
    entries.has(key),
  );
  const url = entries.get('database.url');
  if (isExternal && url && 'secretFile' in url && (await isFile(url.secretFile))) return;
  await removeKeys({ configuration }, keys.map(nameInFile));
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
