/** The data directory of the database. The directory is created once and refused if it belongs to another major version. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { unfinishedOf } from './holders.ts';
import type { FileLock } from './lock-file.ts';
import { type ServerUser, serverEnv } from './user.ts';

/** Superuser of the server, which creates roles and databases and serves no customers. */
export const ROLE = 'innkeeper';

/**
 * PostgreSQL receives its directory as an open file (descriptor 4), not as a path. Our home may be below a directory that the server's user
 * cannot enter (/root is 0700). An open directory needs no path.
 */
export const DATA_FD = 4;
export const DATA_PATH = `/proc/self/fd/${DATA_FD}`;

/** Throws an `EmbeddedError` if this PostgreSQL cannot read the data. */
export function refuseOtherVersion(dataDir: string, binaries: Binaries): void {
  const file = path.join(dataDir, 'PG_VERSION');
  if (!fs.existsSync(file)) throw new EmbeddedError(`${dataDir} exists, but it holds no PostgreSQL database.`);
  const written = Number.parseInt(fs.readFileSync(file, 'utf8'), 10);
  if (written === binaries.major) return;
  throw new EmbeddedError(
    `The database in ${dataDir} was written by PostgreSQL ${written}, but this version of Innkeeper brings PostgreSQL ${binaries.major}. ` +
      'Dump it with the version that wrote it, or serve it with a PostgreSQL of your own and set DATABASE_URL.',
  );
}

/** Creates the database next to its final place and moves it there when complete, so that an incomplete database is never started. */
export async function initialise(
  dataDir: string,
  user: ServerUser,
  binaries: Binaries,
  options: { sync: boolean; lock: FileLock },
): Promise<void> {
  const unfinished = unfinishedOf(dataDir);
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  try {
    if (user.ids) fs.chownSync(unfinished, user.ids.uid, user.ids.gid);
    await initdb(unfinished, user, binaries, options);
    fs.renameSync(unfinished, dataDir);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

async function initdb(
  dir: string,
  user: ServerUser,
  binaries: Binaries,
  options: { sync: boolean; lock: FileLock },
): Promise<void> {
  const args = [
    ...['-D', DATA_PATH, '-U', ROLE, '-E', 'UTF8', '--data-checksums'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    // The files of access.ts replace these settings.
    ...['--auth-local=trust', '--auth-host=reject'],
    ...(options.sync ? [] : ['--no-sync']),
  ];
  const fd = fs.openSync(dir, 'r');
  try {
    const child = spawn(binaries.initdb, args, {
      ...user.ids,
      cwd: '/',
      env: serverEnv,
      // The lock outlives a killed parent until initdb ends.
      stdio: ['ignore', 'ignore', 'pipe', options.lock.fd, fd],
    });
    const [errors, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'exit')]);
    if (code !== 0) throw new EmbeddedError(`PostgreSQL could not make a database in ${dir}: ${errors.trim()}`);
  } finally {
    fs.closeSync(fd);
  }
}
