/** Moves files without a row aside. They were added after the backup, and the API would delete them. */
import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import type { RecoveringInstallation } from './recovering-installation.ts';

/** Returns the directory for these files. The time of the restore names it, so that a second run uses the same directory. */
export const unclaimedDirectory = (home: string, since: Date): string =>
  path.join(home, `unclaimed-${since.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`);

/** Moves the files. Returns all names in the directory afterwards, such as `attachments/NAME`. */
export async function moveUnclaimed({ cx, home }: Pick<RecoveringInstallation, 'cx' | 'home'>, since: Date): Promise<string[]> {
  const { db } = cx;
  const attachments = await db.selectFrom('ticket_attachments').select('key').execute();
  const mails = await db.selectFrom('received_mails').select('key').where('key', 'is not', null).execute();
  const target = unclaimedDirectory(home.path, since);
  return [
    ...(await move(home.attachments, path.join(target, 'attachments'), attachments)),
    ...(await move(home.receivedMail, path.join(target, 'received-mail'), mails)),
  ];
}

async function move(from: string, to: string, rows: readonly { key: string | null }[]): Promise<string[]> {
  const claimed = new Set(rows.map(({ key }) => key));
  const unclaimed = (await namesIn(from)).filter((name) => !claimed.has(name));
  if (unclaimed.length > 0) await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of unclaimed) await rename(path.join(from, name), path.join(to, name));
  return (await namesIn(to)).toSorted().map((name) => path.join(path.basename(to), name));
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  }
}
