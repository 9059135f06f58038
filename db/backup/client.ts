/** A database connection for backups, without time limits. Our pool pipelines statements and cancels a statement after 30 s. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { localTypes } from '../connect/types.ts';
import type { Database } from '../schema.ts';

/** Connects as the owner, calls `work`, and disconnects. */
export async function withBackupClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'innkeeper-backup',
    types: localTypes,
    keepAlive: true,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  // A running query reports a lost connection. On an idle connection, an error without a listener would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns a Kysely on this one connection, for migrations and grants between the client's own statements. */
export function kyselyOn(client: pg.Client): Kysely<Database> {
  const connected = Object.assign(client, { release: () => {} });
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(connected), end: () => Promise.resolve(), options: {} },
    }),
  });
}
