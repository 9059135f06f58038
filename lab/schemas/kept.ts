/**
 * Schemas of homes from before the table `schema_digests`, as their own code made them.
 *
 * `november.json.br` holds the statements of the last commits of 21, 22, 23, 24 and 26 November 2026, without comments on tables.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

/** Commits whose schema is kept. The last one made the schema that is now `20261121T1500-start`. */
export type KeptCommit = 'ce2b3f0f' | '0301e9fd' | 'fbe57473' | '670e0479' | '32945f0e';

const FILE = path.join(import.meta.dirname, 'november.json.br');

/** Fills an empty database as the first start of a commit did. */
export async function makeKeptSchema(db: Kysely<Database>, commit: KeptCommit): Promise<void> {
  const kept = JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) as Record<KeptCommit, string>;
  await sql.raw(kept[commit]).execute(db);
  await markApplied(db, ['20261121T1500-start']);
}

/** Writes the tables of the migration tool. */
export async function markApplied(db: Kysely<Database>, names: readonly string[]): Promise<void> {
  await sql`
    create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0) on conflict do nothing`.execute(db);
  for (const name of names) await sql`insert into kysely_migration values (${name}, '2026-11-26T14:00:00.000Z')`.execute(db);
}
