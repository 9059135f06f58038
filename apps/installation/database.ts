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
import { lastStartedBy } from './code-version.ts';
import { withTls } from './database-tls.ts';
import { type Home, requireState } from './home.ts';
import { readRunning } from './running.ts';

const RESTART_TIMEOUT_MS = 30_000;
const RESTART_POLL_MS = 100;

/** Runs `work` on the database. Starts the embedded server for the duration of `work` if it is not running. */
export async function withDatabase<T>(home: Home, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const state = await requireState(home);
  return withDatabaseUrl(home, (url) => withUrl(url, work, lastStartedBy(state)));
}

/** Runs `work` with the URL of the database's owner role, for work that opens its own connections. */
export async function withDatabaseUrl<T>(home: Home, work: (url: string) => Promise<T>): Promise<T> {
  const state = await requireState(home);
  await refuseDuringUpgrade(home);
  if (state.externalDatabase) {
    const { values } = await loadConfiguration(home, process.env);
    const url = values['database.url'];
    if (!url)
      throw new CommandError(
        'This installation uses your own database server. Set DATABASE_URL as for ./innkeeper up, or database.url_file in its configuration.',
      );
    return work(withTls(url, values));
  }
  try {
    return await withEmbedded(home, lastStartedBy(state), work);
  } catch (error) {
    if (!(error instanceof EmbeddedError) && !isDatabaseDown(error)) throw error;
    const reason = error instanceof EmbeddedError ? error.message : `The database does not answer: ${messageOf(error)}.`;
    throw new CommandError(`${reason} ${await describeFreeSpace(home)}`);
  }
}

async function withEmbedded<T>(home: Home, startedBy: string | null, work: (url: string) => Promise<T>): Promise<T> {
  const running = findRunning(home.database) ?? (await untilServed(home));
  if (running) return work(running.url);
  const { startEmbedded } = await import('@innkeeper/db/embedded/start');
  await makeRoomToStart(home);
  const server = await startEmbedded({ dataDir: home.database, lastStartedBy: startedBy });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

/** Throws a `CommandError` while a supervisor copies or migrates the database. The return to the copy would lose changes of a command. */
async function refuseDuringUpgrade(home: Home): Promise<void> {
  const supervisor = await readRunning(home);
  if (supervisor?.upgrading && supervisor.pid !== process.pid)
    throw new CommandError(
      `Innkeeper is being upgraded (process ${supervisor.pid}), and its database is not available yet. Repeat the command when it has started.`,
    );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Waits until the supervisor has started PostgreSQL, or restarted it after a crash. A second server would be in its way. Returns `undefined`
 * at once without a supervisor. After 30 s it throws a `CommandError` during a start, and otherwise an `EmbeddedError`. The record of
 * restarts does not count: a full disk refuses to write it.
 */
async function untilServed(home: Home): Promise<ReturnType<typeof findRunning>> {
  for (const deadline = Date.now() + RESTART_TIMEOUT_MS; ; await sleep(RESTART_POLL_MS)) {
    const running = findRunning(home.database);
    const supervisor = await readRunning(home);
    if (running || supervisor === null) return running;
    if (Date.now() <= deadline) continue;
    if (supervisor.state !== 'starting') throw new EmbeddedError(`PostgreSQL does not restart. See the logs in ${home.logs}.`);
    throw new CommandError(`Innkeeper is still starting (process ${supervisor.pid}). Repeat the command when it has started.`);
  }
}

/**
 * Connects, runs `work` and disconnects. Throws `IncompatibleDatabase` if the schema is newer than this code, or unknown to it. Its sentence
 * names the version that started the home last, unless `startedBy` is `null`.
 */
export async function withUrl<T>(
  url: string,
  work: (db: Kysely<Database>) => Promise<T>,
  startedBy: string | null = null,
): Promise<T> {
  const open: OpenDatabase = openDatabase({ url, max: 2, applicationName: 'innkeeper-command' });
  try {
    await refuseIncompatible(open.db, startedBy);
    return await work(open.db);
  } finally {
    await open.close();
  }
}
