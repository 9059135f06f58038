/** Opens the database for a command in the home of a further node. Its role may have only the rights of a worker. */
import { openDatabase } from '@innkeeper/db/connect';
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { loadConfiguration } from '../configuration/load.ts';
import { CommandError } from '../terminal/command-error.ts';
import { withTls } from './database-tls.ts';
import type { Home } from './home.ts';

/** Connects with `database.url`, runs `work` and disconnects. Throws a `CommandError` if the configuration names no database. */
export async function withNodeDatabase<T>(home: Home, work: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { values } = await loadConfiguration(home, process.env);
  const url = values['database.url'];
  if (url === null)
    throw new CommandError('Set DATABASE_URL as for ./innkeeper worker, or database.url_file in the configuration of this home.');
  const open = openDatabase({ url: withTls(url, values), max: 2, applicationName: 'innkeeper-command' });
  try {
    return await work(open.db);
  } finally {
    await open.close();
  }
}
