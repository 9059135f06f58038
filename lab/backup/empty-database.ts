/** An empty database on the server of a test database, for its owner. */
import { randomBytes } from 'node:crypto';
import { asRole, OWNER_ROLE } from '@innkeeper/db/roles';
import { sql } from 'kysely';
import { databaseUrl, type TestDatabase } from '../database.ts';

export interface EmptyDatabase {
  /** For the owner. */
  url: string;
  drop(): Promise<void>;
}

export async function openEmptyDatabase(lab: TestDatabase): Promise<EmptyDatabase> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await sql`create database ${sql.id(name)} owner ${sql.id(OWNER_ROLE)}`.execute(lab.db);
  return {
    url: asRole(databaseUrl(lab.url, name), OWNER_ROLE),
    drop: async () => void (await sql`drop database ${sql.id(name)} with (force)`.execute(lab.db)),
  };
}
