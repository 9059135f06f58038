/** The digests of the migrations that made a database. A release refuses a database whose digests it does not have. */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const SCHEMA_DIGESTS = `
  -- Migrations that made the tables of this database (db/judge-schema.ts). Only the owner reads it.
  create table schema_digests (
    -- Name of the migration.
    migration text primary key,
    -- SHA-256 of its statements, in hex.
    digest text not null check (digest ~ '^[0-9a-f]{64}$'),
    -- Release that recorded the row, with its commit, such as 0.1.0+6f617465f4a1.
    release text not null,
    -- Time of the record.
    at timestamptz not null
  );
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(SCHEMA_DIGESTS)).execute(db);
}
