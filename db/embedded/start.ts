/** Starts and stops the PostgreSQL that comes with Innkeeper. The server listens only on a unix socket and ends with its parent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { kyselyOn } from '../backup/client.ts';
import { refuseIncompatible } from '../incompatible.ts';
import { handOver, prepareRoles } from '../roles/prepare.ts';
import { asRole, OWNER_ROLE } from '../roles.ts';
import { ACCESS_FDS, type ApiUser, openAccessFiles } from './access.ts';
import { type Binaries, binariesFor } from './binaries.ts';
import { DATA_PATH, initialise, ROLE, refuseOtherVersion } from './data-dir.ts';
import { EmbeddedError } from './error.ts';
import { KEEPER, LIFELINE_FD } from './keeper.ts';
import { lockData } from './lock-data.ts';
import type { FileLock } from './lock-file.ts';
import { clearRunning, dropStalePidFile, isReady, postmasterOf, writeRunning } from './running.ts';
import { prepareSocketDir } from './socket-dir.ts';
import { chooseUser, type ServerUser, serverEnv } from './user.ts';

export interface EmbeddedOptions {
  /** Data directory, created if missing. `DIR.json` (the running server) and `DIR.log` are next to it. */
  dataDir: string;
  /** Database to connect to, `innkeeper` by default. Created if missing. */
  database?: string;
  /** System user that may also connect as the API. */
  api?: ApiUser | null;
  /** `true`, the default, if commits survive a power failure. Only tests set `false`. */
  durable?: boolean;
  /** Version that started the home last, or `null` if it is not known. The refusal of its schema names it. */
  lastStartedBy?: string | null;
  /** `true` to serve the data as they are, for a judgement: roles, owners and databases stay unchanged. Default: `false`. */
  asFound?: boolean;
}

export interface Embedded {
  /** URL for the database's owner, for migrations and commands. `asRole` derives the URLs of the processes. */
  url: string;
  /** URL for the superuser, for tests that create databases. */
  superuserUrl: string;
  pid: number;
  /** Resolves when the server has ended for any reason. */
  exited: Promise<void>;
  /** Shuts the server down cleanly: open transactions are rolled back, and all committed data is on disk. */
  stop(): Promise<void>;
}

const START_MS = 60_000;
const STOP_MS = 60_000;
const POLL_MS = 10;
const MAX_LOG_BYTES = 10 * 1024 * 1024;
/** Database that exists on every server. */
const MAINTENANCE = 'postgres';
/** Settings for data that is not needed afterwards: nothing is written for crash recovery, replicas or planner statistics. */
const NOT_DURABLE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  autovacuum: 'off',
  io_method: 'sync',
  max_connections: '300',
};

/**
 * Starts the server. Throws an `EmbeddedError` with a sentence for people, for example if it already runs or has no user to run as. Throws
 * `IncompatibleDatabase`, before anything in the database is changed, if this code cannot work with its schema.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = path.resolve(options.dataDir);
  const durable = options.durable ?? true;
  const { launched, socketDir } = await launchUnderLock({ dataDir, durable, api: options.api ?? null });
  const { keeper } = launched;
  const pid = await untilReady(dataDir, launched);
  const exited = once(keeper, 'exit').then(() => {});
  const database = options.database ?? 'innkeeper';
  const superuserUrl = urlOf(socketDir, database);
  const url = asRole(superuserUrl, OWNER_ROLE);
  const stop = async (): Promise<void> => {
    clearRunning(dataDir);
    keeper.ref();
    keeper.stdio[LIFELINE_FD]?.destroy();
    await Promise.race([exited, sleep(STOP_MS, undefined, { ref: false }).then(() => killStalled(pid, exited))]);
    fs.rmSync(socketDir, { recursive: true, force: true });
  };
  try {
    if (!options.asFound) await ensureDatabase(socketDir, database, options.lastStartedBy ?? null);
    writeRunning(dataDir, { url, pid });
  } catch (error) {
    // The caller may delete the directory, and has nothing to stop.
    await stop();
    throw error;
  }
  return { url, superuserUrl, pid, exited, stop };
}

interface Launch {
  dataDir: string;
  socketDir: string;
  user: ServerUser;
  binaries: Binaries;
  durable: boolean;
  api: ApiUser | null;
  lock: FileLock;
}

/** Locks the data directory, creates the database if it is missing, and launches the server, which inherits the lock. */
async function launchUnderLock(
  options: Pick<Launch, 'dataDir' | 'durable' | 'api'>,
): Promise<{ launched: Launched; socketDir: string }> {
  const { dataDir, durable, api } = options;
  const lock = await lockData(dataDir);
  try {
    const user = await chooseUser(dataDir);
    const binaries = await binariesFor(user);
    if (fs.existsSync(dataDir)) refuseOtherVersion(dataDir, binaries);
    else await initialise(dataDir, user, binaries, { sync: durable, lock });
    dropStalePidFile(dataDir);
    const socketDir = prepareSocketDir(dataDir, user, api?.gid ?? null);
    return { launched: launch({ ...options, socketDir, user, binaries, lock }), socketDir };
  } finally {
    lock.release();
  }
}

interface Launched {
  keeper: ChildProcess;
  /** Size of the log in bytes before this start. The log of this start begins there. */
  logged: number;
}

function launch({ dataDir, socketDir, user, binaries, durable, api, lock }: Launch): Launched {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    hba_file: `/proc/self/fd/${ACCESS_FDS.hba}`,
    ident_file: `/proc/self/fd/${ACCESS_FDS.ident}`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : NOT_DURABLE),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const opened: number[] = [];
  const track = (fd: number): number => {
    opened.push(fd);
    return fd;
  };
  // A full disk may refuse each of these files. The caller tries again for as long as that lasts, so none may stay open.
  try {
    const log = track(openLog(dataDir));
    const logged = fs.fstatSync(log).size;
    const data = track(fs.openSync(dataDir, 'r'));
    const { hba, ident } = openAccessFiles(dataDir, user, api, track);
    // Detached, because Ctrl-C at a terminal is sent to all of its foreground processes, and our process must stop first.
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'innkeeper-postgres', binaries.postgres, '-D', DATA_PATH, ...args], {
      ...user.ids,
      cwd: '/',
      env: serverEnv,
      detached: true,
      stdio: ['ignore', 'ignore', log, 'pipe', data, hba, ident, lock.fd],
    });
    // A running server must not keep our process alive if a caller forgot to stop the server. The server ends with our process.
    keeper.unref();
    const lifeline = keeper.stdio[LIFELINE_FD];
    if (lifeline && 'unref' in lifeline && typeof lifeline.unref === 'function') lifeline.unref();
    return { keeper, logged };
  } finally {
    for (const fd of opened) fs.closeSync(fd);
  }
}

/** Opens the server's log and truncates it if it exceeds 10 MB. */
function openLog(dataDir: string): number {
  const file = `${dataDir}.log`;
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return fs.openSync(file, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
}

async function untilReady(dataDir: string, { keeper, logged }: Launched): Promise<number> {
  for (const deadline = Date.now() + START_MS; ; await sleep(POLL_MS)) {
    const pid = postmasterOf(dataDir);
    if (pid !== undefined && isReady(dataDir)) return pid;
    if (keeper.exitCode === null && keeper.signalCode === null && Date.now() < deadline) continue;
    keeper.stdio[LIFELINE_FD]?.destroy();
    // The caller may delete the directory.
    if (keeper.exitCode === null && keeper.signalCode === null) await Promise.race([once(keeper, 'exit'), sleep(STOP_MS)]);
    const output = fs.readFileSync(`${dataDir}.log`).subarray(logged).toString().trim();
    throw new EmbeddedError(`PostgreSQL did not start on ${dataDir}: ${output || 'no message'}`);
  }
}

async function ensureDatabase(socketDir: string, database: string, lastStartedBy: string | null): Promise<void> {
  await asSuperuser(socketDir, MAINTENANCE, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount !== 0) await asSuperuser(socketDir, database, (found) => refuseIncompatible(kyselyOn(found), lastStartedBy));
    await prepareRoles(client);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  });
  if (database !== MAINTENANCE) await asSuperuser(socketDir, database, (client) => handOver(client, database));
}

async function asSuperuser(socketDir: string, database: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socketDir, database) });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(socketDir: string, database: string): string {
  return `postgres://${ROLE}@/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}`;
}

/** Stops a server that did not shut down in time. Its log holds all commits, which the next start recovers. */
async function killStalled(pid: number, exited: Promise<void>): Promise<void> {
  process.kill(pid, 'SIGQUIT');
  await exited;
}
