/**
 * A home's place. PostgreSQL and the guests run as users of their own even when Innkeeper runs as root, so they must be able
 * to pass through the directories above the home. /root lets nobody through, and that is where root's checkouts lie.
 */
import { createHash } from 'node:crypto';
import { mkdir, readlink, realpath, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';

const SHARED_PLACE = '/var/lib/innkeeper';

/** Makes `home` a link into /var/lib/innkeeper when others can't pass through to it. What exists already stays. */
export async function placeWhereOthersPass(home: string, sharedPlace = SHARED_PLACE): Promise<void> {
  const link = await linkAt(home);
  if (link) await mkdir(link, { recursive: true });
  if (link || (await exists(home))) return;
  const parent = path.dirname(home);
  await mkdir(parent, { recursive: true });
  if (await othersPass(await realpath(parent))) return;
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 8);
  const place = path.join(sharedPlace, `${path.basename(home).replace(/^\.+/, '')}-${mark}`);
  await mkdir(place, { recursive: true });
  await symlink(place, home);
}

async function othersPass(directory: string): Promise<boolean> {
  if (((await stat(directory)).mode & 0o001) === 0) return false;
  const parent = path.dirname(directory);
  return parent === directory || othersPass(parent);
}

async function linkAt(file: string): Promise<string | null> {
  try {
    return path.resolve(path.dirname(file), await readlink(file));
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'EINVAL')) return null;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return false;
    throw error;
  }
}
