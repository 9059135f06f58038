/** Migrates a database to the tables that this code expects. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { refuseIncompatible } from './incompatible.ts';
import { recordDigests } from './judge-schema.ts';
import { MIGRATIONS } from './migrations/all.gen.ts';
import type { Database } from './schema.ts';

/** Advisory lock id, `innkeep` in ASCII. Only one process at a time migrates a database. */
const MIGRATION_LOCK = 0x69_6e_6e_6b_65_65_70n;

const provider: MigrationProvider = { getMigrations: () => Promise.resolve(MIGRATIONS) };

/** Returns a provider that keeps the first error of a migration. Kysely reports only that the transaction is aborted. */
function watchFirstError(): { provider: MigrationProvider; firstError(): unknown } {
  let first: unknown;
  const watched = Object.entries(MIGRATIONS).map(([name, migration]): [string, Migration] => [
    name,
    {
      up: (db) =>
        migration.up(db).catch((error: unknown) => {
          first ??= error;
          throw error;
        }),
    },
  ]);
  return { provider: { getMigrations: () => Promise.resolve(Object.fromEntries(watched)) }, firstError: () => first };
}

/**
 * Runs pending migrations in one transaction under an advisory lock, records their digests, and returns their names. `finish` runs at the
 * end of that transaction. Throws `IncompatibleDatabase`, and changes nothing, if the schema is newer than this code, or unknown to it.
 */
export async function migrate(
  db: Kysely<Database>,
  { finish }: { finish?: (trx: Transaction<Database>) => Promise<void> } = {},
): Promise<string[]> {
  return db.connection().execute(async (connection) => {
    // A second process waits here for the first, however long its migrations take.
    await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await refuseIncompatible(connection);
      return await connection.transaction().execute(async (trx) => {
        const { provider: watched, firstError } = watchFirstError();
        const { error, results = [] } = await new Migrator({ db: trx, provider: watched }).migrateToLatest();
        if (error) throw firstError() ?? error;
        await recordDigests(trx);
        await finish?.(trx);
        return results.map((result) => result.migrationName);
      });
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
      await sql`reset statement_timeout; reset lock_timeout`.execute(connection);
    }
  });
}

/** Lists the migrations of this code that the database lacks. Reads only. */
export async function pendingMigrations(db: Kysely<Database>): Promise<string[]> {
  const all = await new Migrator({ db, provider }).getMigrations();
  return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
}
