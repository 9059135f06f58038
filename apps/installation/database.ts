/** Opens the database of an installation for a command, whether or not Innkeeper is running. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { findRunning } from '@innkeeper/db/embedded/running';
import { refuseIncompatible } from '@innkeeper/db/incompatible';
import type { Database } from '@innkeeper/db/schema';
import { isDatabaseDown } from '@innkeeper/db/transaction';
import type { Kysely } from 'kysely';
import { loadConfiguration } from '../configuration/load.ts';
import { CommandError } from '../terminal/command-error.ts';
import { describeFreeSpace, makeRoomToStart } from './ballast.ts';
import { withTls } from './database-tls.ts';
import { type Home, requireState } from './home.ts';
import { readRunning } from './running.ts';

const RESTART_TIMEOUT_MS = 30_000;
const RESTART_POLL_MS = 100;

/** Runs `work` on the database. Starts the embedded server for the duration of `work` if it is not running. */
export async function withDatabase<T>(home: Home, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  return withDatabaseUrl(home, (url) => withUrl(url, work));
}

/** Runs `work` with the URL of the database's owner role, for work that opens its own connections. */
export async function withDatabaseUrl<T>(home: Home, work: (url: string) => Promise<T>): Promise<T> {
  const { externalDatabase } = await requireState(home);
  if (externalDatabase) {
    const { values } = await loadConfiguration(home, process.env);
    const url = values['database.url'];
    if (!url)
      throw new CommandError(
        'This installation uses your own database server. Set DATABASE_URL as for ./innkeeper up, or database.url_file in its configuration.',
      );
    return work(withTls(url, values));
  }
  try {
    return await withEmbedded(home, work);
  } catch (error) {
    if (!(error instanceof EmbeddedError) && !isDatabaseDown(error)) throw error;
    const reason = error instanceof EmbeddedError ? error.message : `The database does not answer: ${messageOf(error)}.`;
    throw new CommandError(`${reason} ${await describeFreeSpace(home)}`);
  }
}

async function withEmbedded<T>(home: Home, work: (url: string) => Promise<T>): Promise<T> {
  const running = findRunning(home.database) ?? (await untilRestarted(home));
  if (running) return work(running.url);
  const { startEmbedded } = await import('@innkeeper/db/embedded/start');
  await makeRoomToStart(home);
  const server = await startEmbedded({ dataDir: home.database });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Waits until the supervisor has restarted PostgreSQL after a crash, because a second server on the same files would be in its way. Returns
 * `undefined` at once if no supervisor is ready. Throws an `EmbeddedError` after 30 s. The record of restarts does not count: a full disk
 * refuses to write it.
 */
async function untilRestarted(home: Home): Promise<ReturnType<typeof findRunning>> {
  for (const deadline = Date.now() + RESTART_TIMEOUT_MS; ; await sleep(RESTART_POLL_MS)) {
    const running = findRunning(home.database);
    if (running || (await readRunning(home))?.state !== 'ready') return running;
    if (Date.now() > deadline) throw new EmbeddedError(`PostgreSQL does not restart. See the logs in ${home.logs}.`);
  }
}

/** Connects, runs `work` and disconnects. Throws `IncompatibleDatabase` if the database has migrations that this code lacks. */
export async function withUrl<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const open: OpenDatabase = openDatabase({ url, max: 2, applicationName: 'innkeeper-command' });
  try {
    await refuseIncompatible(open.db);
    return await work(open.db);
  } finally {
    await open.close();
  }
}
