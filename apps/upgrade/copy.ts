/** Copies the stopped database of a home, and refuses a home whose copy would be none. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { cp, lstat, mkdir, readdir, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { run } from '@innkeeper/engine/host/run';
import { days } from '@innkeeper/model/time/clock';
import { missingBytes } from '@innkeeper/model/upgrade/copies';
import { parseMountPoints } from '@innkeeper/model/upgrade/mount-points';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';

/** Attempts to copy a database that another program writes, although PostgreSQL is stopped. */
const MAX_ATTEMPTS = 3;

/** Throws a `CommandError` if a copy of the database would not hold all of its data, or the disk has too little room. */
export async function refuseUncopyable(home: Pick<Home, 'path' | 'database' | 'before'>): Promise<void> {
  const { database, before } = home;
  const advice = 'Move the data there itself, or add --without-copy right after a backup was verified.';
  if ((await lstat(database)).isSymbolicLink())
    throw new CommandError(`${database} is a link, and a copied link is no copy of the data. ${advice}`);
  const mounted = parseMountPoints(readFileSync('/proc/self/mountinfo', 'utf8')).find(
    (point) => point === database || point.startsWith(`${database}/`),
  );
  if (mounted !== undefined)
    throw new CommandError(`${mounted} is a mount point, so the data could not be put back by a rename. ${advice}`);
  if (existsSync(before) && (await stat(before)).dev !== (await stat(database)).dev)
    throw new CommandError(
      `${before} is on another disk than ${database}, so the data could not be put back by a rename. Move it into the home itself, or add --without-copy right after a backup was verified.`,
    );
  const { bytes: databaseBytes, link } = await measure(database);
  if (link !== null) throw new CommandError(`${link} is a link, and a copied link is no copy of the data. ${advice}`);
  const { bavail, bsize } = await statfs(home.path);
  const missing = missingBytes({ databaseBytes, freeBytes: bavail * bsize });
  if (missing > 0)
    throw new CommandError(
      `The copy of the database before an upgrade needs ${inMegabytes(databaseBytes)} and 1 GiB more on the disk of ${home.path}. Free another ${inMegabytes(missing)}, or add --without-copy right after a backup was verified.`,
    );
}

/** Returns the allocated bytes of a directory, and the first link in it. */
async function measure(directory: string): Promise<{ bytes: number; link: string | null }> {
  let bytes = 0;
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) return { bytes, link: file };
    bytes += await allocatedBytes(file);
  }
  return { bytes, link: null };
}

/** Returns the allocated bytes of a file, or 0 if it is missing: the server runs while it is measured, and deletes files. */
export async function allocatedBytes(file: string): Promise<number> {
  try {
    return (await lstat(file)).blocks * 512;
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Copies the stopped database and `state.json` to a directory, and flushes them to disk. The caller holds the lock of the data. */
export async function copyDatabase(home: Pick<Home, 'database' | 'state'>, directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  for (let attempt = 1; ; attempt += 1) {
    const before = await readControl(home.database);
    await run('rm', ['-rf', '--', path.join(directory, path.basename(home.database))], { timeoutMs: days(1) });
    // With owners and modes, without which PostgreSQL refuses the copy.
    await run('cp', ['-a', '--reflink=auto', '--', home.database, directory], { timeoutMs: days(1) });
    if (before.equals(await readControl(home.database))) break;
    if (attempt === MAX_ATTEMPTS)
      throw new CommandError(`${home.database} changes although its PostgreSQL is stopped. Find the program that writes there.`);
  }
  await cp(home.state, path.join(directory, path.basename(home.state)), { preserveTimestamps: true, force: true }).catch(
    ignoreMissing,
  );
  await run('sync', ['--file-system', directory], { timeoutMs: days(1) });
}

/** Ignores a missing file. A home whose first start failed has a database and no state. */
function ignoreMissing(error: unknown): void {
  if (!isNodeError(error, 'ENOENT')) throw error;
}

/** Returns the identifier that `initdb` gave a database. A restored database has another one. */
export async function readSystem(database: string): Promise<string> {
  const control = await readControl(database);
  return control.readBigUInt64LE(0).toString();
}

/** Returns a digest that changes whenever a server starts on the database. Returns `null` for a missing database. */
export async function digestControl(database: string): Promise<string | null> {
  if (!existsSync(database)) return null;
  return createHash('sha256')
    .update(await readControl(database))
    .digest('hex');
}

/** Reads the control file, which PostgreSQL rewrites at each checkpoint, start and stop. */
function readControl(database: string): Promise<Buffer> {
  return readFile(path.join(database, 'global', 'pg_control'));
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
