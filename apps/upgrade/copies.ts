/** The copies of a home from before its upgrades, in `before/RELEASE-TIME/`. A directory without a manifest is no copy. */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { waitForHolders } from '@innkeeper/db/embedded/holders';
import { flushDirectory, isNodeError, readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { copyTime, KEPT_MS, selectOutdated, sortCopies } from '@innkeeper/model/upgrade/copies';
import { z } from 'zod';
import type { Home } from '../installation/home.ts';
import { parseStored } from './stored.ts';

const manifestSchema = z.object({
  /** Version that the copy belongs to, or `null` if it is not known. */
  version: z.string().nullable(),
  taken_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  fingerprint: z.string(),
  rows: z.record(z.string(), z.number()),
});

export type CopyManifest = z.infer<typeof manifestSchema>;

type Place = Pick<Home, 'before' | 'database'>;

export const copyDirectory = ({ before }: Pick<Home, 'before'>, name: string): string => path.join(before, name);

/** Completes a copy. Everything else in the directory is on the disk already. */
export async function writeManifest(home: Place, name: string, manifest: CopyManifest): Promise<void> {
  const directory = copyDirectory(home, name);
  await writeAtomic(path.join(directory, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await flushDirectory(directory);
}

/** Returns whether the copy is complete and verified. */
export function isComplete(home: Place, name: string): boolean {
  return existsSync(path.join(copyDirectory(home, name), 'manifest.json'));
}

/** Newest complete copy, and the end of its time. */
export interface NewestCopy {
  path: string;
  version: string | null;
  takenAt: Date;
  keptUntil: Date;
}

/** Returns the newest complete copy, or `null` if there is none, or its manifest is damaged. */
export async function findNewestCopy(home: Place): Promise<NewestCopy | null> {
  const [newest] = sortCopies(await namesIn(home), new Date()).filter((name) => isComplete(home, name));
  const text = newest === undefined ? null : await readIfThere(path.join(copyDirectory(home, newest), 'manifest.json'));
  const manifest = text === null ? null : parseStored(manifestSchema, text);
  if (newest === undefined || manifest === null) return null;
  const { version, taken_at } = manifest;
  const takenAt = new Date(taken_at);
  return { path: copyDirectory(home, newest), version, takenAt, keptUntil: new Date(takenAt.getTime() + KEPT_MS) };
}

/** Deletes incomplete copies, all copies but the newest, and the newest after 14 days. */
export async function pruneCopies(home: Place, now: Date): Promise<void> {
  await removeIncomplete(home);
  for (const name of selectOutdated(await namesIn(home), now)) await removeCopy(home, name);
}

/** Deletes directories of copies that are not complete, which an interrupted upgrade leaves. */
export async function removeIncomplete(home: Place): Promise<void> {
  for (const name of await namesIn(home)) if (!isComplete(home, name)) await removeCopy(home, name);
}

/** Deletes a copy. Its manifest goes first, because a crash can leave the directory partly deleted. */
export async function removeCopy(home: Place, name: string): Promise<void> {
  const directory = copyDirectory(home, name);
  await rm(path.join(directory, 'manifest.json'), { force: true });
  // A killed verification may have left a server on the copy, which is about to end.
  if (existsSync(directory)) await waitForHolders(path.join(directory, path.basename(home.database)));
  await rm(directory, { recursive: true, force: true });
}

async function namesIn({ before }: Place): Promise<string[]> {
  try {
    return (await readdir(before)).filter((name) => copyTime(name) !== null);
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return [];
    throw error;
  }
}
