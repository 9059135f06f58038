/** The database of an installation for the time of a command, whether Innkeeper runs or not. */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { findRunning } from '@innkeeper/db/embedded/running';
import { refuseIncompatible } from '@innkeeper/db/incompatible';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { loadConfiguration } from '../configuration/load.ts';
import { Refusal } from '../terminal/refusal.ts';
import { withTls } from './database-tls.ts';
import { type Home, requireState } from './home.ts';

/** Runs `work` on the database that runs; starts the embedded one for as long as `work` takes when none does. */
export async function withDatabase<T>(home: Home, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { externalDatabase } = await requireState(home);
  if (externalDatabase) {
    const { values } = await loadConfiguration(home, process.env);
    const url = values['database.url'];
    if (!url)
      throw new Refusal(
        'This installation uses your own database server. Set DATABASE_URL as for ./innkeeper up, or database.url_file in its configuration.',
      );
    return withUrl(withTls(url, values), work);
  }
  const running = findRunning(home.database);
  if (running) return withUrl(running.url, work);
  const { startEmbedded } = await import('@innkeeper/db/embedded/start');
  const server = await startEmbedded({ dataDir: home.database });
  try {
    return await withUrl(server.url, work);
  } finally {
    await server.stop();
  }
}

/** Connects, works, and disconnects. Throws `IncompatibleDatabase` before it works on one that other versions made. */
export async function withUrl<T>(url: string, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const open: OpenDatabase = openDatabase({ url, max: 2, applicationName: 'innkeeper-command' });
  try {
    await refuseIncompatible(open.db);
    return await work(open.db);
  } finally {
    await open.close();
  }
}
