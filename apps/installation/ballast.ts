/**
 * The ballast: a file beside the embedded database. Its deletion gives PostgreSQL the last space of a full disk (model/installation/space.ts).
 *
 * It has random bytes, because a file system may store equal or empty blocks without taking space for them.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { appendFile, readdir, rm, stat, statfs, truncate } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isNodeError } from '@innkeeper/engine/atomic';
import { type SpaceObservation, spaceLimits } from '@innkeeper/model/installation/space';
import { isOnSameDisk } from '../backup/same-disk.ts';
import type { Home } from './home.ts';

/** Returns the path of the ballast. If the database directory is a link, the ballast is beside its target. */
export const ballastFile = ({ database }: Pick<Home, 'database'>): string => `${realpathSync(database)}.ballast`;

export type MeasuredSpace = Pick<SpaceObservation, 'freeBytes' | 'totalBytes' | 'ballastBytes'>;

/** Measures the file system of the embedded database. Throws if the database directory does not exist. */
export async function measureSpace(home: Pick<Home, 'database'>): Promise<MeasuredSpace> {
  const { bavail, blocks, bsize } = await statfs(home.database);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, ballastBytes: await ballastBytes(home) };
}

async function ballastBytes(home: Pick<Home, 'database'>): Promise<number> {
  try {
    return (await stat(ballastFile(home))).size;
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Returns the free bytes on the file system of the embedded database, or of the home if the database is elsewhere. */
export async function freeBytes({ path: directory, database }: Pick<Home, 'path' | 'database'>): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(database) ? database : directory);
  return bavail * bsize;
}

/** Returns a sentence about the free space, which may be the reason why the database does not answer. */
export async function describeFreeSpace(home: Pick<Home, 'path' | 'database'>): Promise<string> {
  const free = await freeBytes(home);
  return `The disk of the database has ${free} bytes (${Math.floor(free / 2 ** 20)} MB) left.`;
}

/** Makes the ballast smaller or larger. None grows if the database directory is a mount point, since it would be on another disk. */
export async function setBallast(home: Pick<Home, 'database'>, { from, to }: { from: number; to: number }): Promise<void> {
  const file = ballastFile(home);
  if (to > from) return growBallast(home, file, to - from);
  if (to === from) return;
  if (to === 0) return rm(file, { force: true });
  // A full file system that copies blocks before it changes them can refuse this.
  await truncate(file, to).catch(() => rm(file, { force: true }));
}

async function growBallast(home: Pick<Home, 'database'>, file: string, bytes: number): Promise<void> {
  const [inside, beside] = await Promise.all([stat(home.database), stat(path.dirname(file))]);
  if (inside.dev === beside.dev) await appendFile(file, await promisify(randomBytes)(bytes), { mode: 0o600 });
}

/**
 * Deletes the ballast except for its last part if too little space is left to start the embedded database. Deletes all of it if the disk
 * would still be full. Does nothing before the first start.
 */
export async function makeRoomToStart(home: Pick<Home, 'database'>): Promise<void> {
  if (!existsSync(home.database)) return;
  const { freeBytes, totalBytes, ballastBytes } = await measureSpace(home);
  const { release, last } = spaceLimits(totalBytes);
  if (freeBytes >= release) return;
  const kept = Math.min(ballastBytes, last);
  await setBallast(home, { from: ballastBytes, to: freeBytes + ballastBytes - kept < last ? 0 : kept });
}

/** Space that PostgreSQL's files of cached catalogs may take. Those of a database of Innkeeper have 0.3 MB. */
const CACHE_BYTES = 2 ** 20;
/** Directories of databases that `initdb` made have smaller numbers. */
const FIRST_OWN_DIRECTORY = 16_384;

/**
 * Returns whether PostgreSQL refuses connections for lack of space. It deletes its file of cached catalogs after some changes of them. The
 * next connection writes the file, and ends if it cannot.
 */
export async function lacksRoomToConnect({ database }: Pick<Home, 'database'>, freeBytes: number): Promise<boolean> {
  if (freeBytes >= CACHE_BYTES) return false;
  const own = (await readdir(path.join(database, 'base')).catch(() => [])).filter((name) => Number(name) >= FIRST_OWN_DIRECTORY);
  const directories = [path.join(database, 'global'), ...own.map((name) => path.join(database, 'base', name))];
  return directories.some((directory) => !existsSync(path.join(directory, 'pg_internal.init')));
}

/**
 * Returns the free bytes from which on a paused guest may resume, so many that it does not resume into the ballast. Returns `undefined` if
 * guests and the embedded database do not share a file system.
 */
export async function resumeFreeBytes(home: Pick<Home, 'database' | 'machines'>): Promise<number | undefined> {
  if (!existsSync(home.database) || !(await isOnSameDisk(home.machines, home.database))) return undefined;
  return spaceLimits((await measureSpace(home)).totalBytes).resume;
}
