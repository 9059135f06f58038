/** A separate database for each test file: a clone of a template that is migrated and seeded once for the whole run. */
import { randomBytes } from 'node:crypto';
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '@innkeeper/db/connect';
import { migrate } from '@innkeeper/db/migrate';
import { asRole, OWNER_ROLE } from '@innkeeper/db/roles';
import { applyGrants } from '@innkeeper/db/roles/grants';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's maintenance database, for its superuser. */
    postgresUrl: string;
  }
}

const TEMPLATE = 'template_innkeeper';

/** Superuser connections for the test itself. The code under test uses its production role (`asRole`). */
export interface TestDatabase extends OpenDatabase {
  url: string;
}

/** `clock` gives the time for triggers. */
export type TestDatabaseOptions = Pick<OpenDatabaseOptions, 'max' | 'clock'>;

/** Clones the template. `close` closes the pool and drops the clone. `max` is the number of connections, 10 by default. */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return cloneTemplate(inject('postgresUrl'), options);
}

/** Clones the template outside vitest, on a server that `prepareTemplate` has prepared. */
export async function cloneTemplate(serverUrl: string, options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files takes a third of the time of copying through the server's buffers and its log.
  await maintain(serverUrl, `create database ${name} template ${TEMPLATE} owner ${OWNER_ROLE} strategy file_copy`);
  const url = databaseUrl(serverUrl, name);
  const { db, pool, close } = openDatabase({ url, ...options });
  return {
    db,
    pool,
    url,
    async close() {
      await close();
      await maintain(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** Creates the template on a new server: all migrations, the catalogue, the image `tiny` and the default pool. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  await maintain(serverUrl, `create database ${TEMPLATE} owner ${OWNER_ROLE}`);
  const { db, close } = openDatabase({ url: asRole(databaseUrl(serverUrl, TEMPLATE), OWNER_ROLE), max: 1 });
  await migrate(db);
  await applyGrants(db);
  await db.transaction().execute(async (trx) => {
    await seedCatalogue(trx);
    await registerImage(trx, {
      key: 'tiny',
      name: 'Tiny Linux',
      group: 'tiny',
      path: '/nowhere/tiny.qcow2',
      format: 'qcow2',
      ssh_keys_support: true,
      user_data: 'script',
    });
    await addPool(trx, DEFAULT_POOL);
  });
  await close();
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}

/** Runs a statement that is not allowed in a transaction. */
async function maintain(serverUrl: string, statement: string): Promise<void> {
  const { pool, close } = openDatabase({ url: serverUrl, max: 1 });
  try {
    await pool.query(statement);
  } finally {
    await close();
  }
}
