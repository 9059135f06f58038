import { type Kysely, sql } from 'kysely';
import { MIGRATION_NAMES } from './migrations/names.gen.ts';
import type { Database } from './schema.ts';

/** Error if this code cannot work with the database. Its message is a sentence for the person at the terminal. */
export class IncompatibleDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'IncompatibleDatabase';
  }
}

/** Throws `IncompatibleDatabase` if the database has migrations that this code does not have. Reads only. */
export async function refuseIncompatible(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('public.kysely_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = applied.rows.map(({ name }) => name).filter((name) => !MIGRATION_NAMES.includes(name));
  // Migrations from before the first release had numbers.
  if (unknown.some((name) => /^\d{4}-/.test(name)))
    throw new IncompatibleDatabase(
      'This database was made before the first release of Innkeeper, and its tables are different. It was not changed. Start with another home (--home) or another database (DATABASE_URL).',
    );
  if (unknown.length > 0)
    throw new IncompatibleDatabase(
      `This database belongs to a newer version of Innkeeper (it has ${unknown[0]}). It was not changed. Use that version.`,
    );
}
