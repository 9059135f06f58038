/**
 * Loads the tables of a backup into an empty database in one transaction. A load that is killed leaves the database empty.
 *
 * The load needs no superuser. The migrations of the backup create the schema that its files fit, and newer migrations run on the loaded
 * rows. Triggers do not fire. Foreign keys are added after the rows, which validates them.
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DatabaseManifest } from '@innkeeper/model/backup/manifest';
import { sql, type Transaction } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { recordDigests } from '../judge-schema.ts';
import { MIGRATIONS } from '../migrations/all.gen.ts';
import { applyGrants } from '../roles/grants.ts';
import type { Database } from '../schema.ts';
import { isEmptyDatabase, listAllTables } from './catalogue.ts';
import { kyselyOn, withBackupClient } from './client.ts';

export interface LoadOptions {
  /** URL of an empty database, as its owner. */
  url: string;
  /** Directory with a file `TABLE.copy` for each table. */
  directory: string;
  manifest: DatabaseManifest;
  /** Runs in the same transaction, after all rows are loaded and all migrations of this release have run. */
  finish?: (trx: Transaction<Database>) => Promise<void>;
  /** Text that `readLoadMark` returns afterwards. A repeated restore recognizes its own load by the mark. */
  mark?: string;
}

/** The target database is not empty. */
export class DatabaseInUse extends Error {
  constructor() {
    super('The database is not empty. Name an empty one: a restore never deletes what is there.');
    this.name = 'DatabaseInUse';
  }
}

/** Loads a backup. Throws `DatabaseInUse` if the database is not empty. */
export async function loadDatabase({ url, directory, manifest, finish, mark }: LoadOptions): Promise<void> {
  await withBackupClient(url, async (client) => {
    await kyselyOn(client)
      .transaction()
      .execute(async (trx) => {
        if (!(await isEmptyDatabase(client))) throw new DatabaseInUse();
        await migrateTo(trx, manifest.migrations);
        await loadRows(client, { directory, manifest });
        await migrateTo(trx, Object.keys(MIGRATIONS));
        await recordDigests(trx);
        await finish?.(trx);
        if (mark) await client.query(`comment on table kysely_migration is ${client.escapeLiteral(mark)}`);
      });
    // Both statements can be repeated.
    await applyGrants(kyselyOn(client));
    await client.query('analyze');
  });
}

/** Returns the mark of the load that filled this database, or `null` if there was none. */
export async function readLoadMark(url: string): Promise<string | null> {
  return withBackupClient(url, async (client) => {
    const { rows } = await client.query<{ mark: string | null }>(
      "select obj_description(to_regclass('public.kysely_migration'), 'pg_class') as mark",
    );
    return rows[0]?.mark ?? null;
  });
}

/** Throws `DatabaseInUse` unless the database is empty. */
export async function requireEmptyDatabase(url: string): Promise<void> {
  await withBackupClient(url, async (client) => {
    if (!(await isEmptyDatabase(client))) throw new DatabaseInUse();
  });
}

async function migrateTo(trx: Transaction<Database>, names: readonly string[]): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => names.includes(name)));
  const provider: MigrationProvider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: trx, provider }).migrateToLatest();
  if (error) throw error;
  // Migrations insert rows. Run deferred triggers now, because a table with pending trigger events cannot be altered.
  await sql`set constraints all immediate`.execute(trx);
  await sql`set constraints all deferred`.execute(trx);
}

async function loadRows(client: pg.Client, { directory, manifest }: Pick<LoadOptions, 'directory' | 'manifest'>): Promise<void> {
  const tables = (await listAllTables(client)).map((name) => client.escapeIdentifier(name));
  // Some tables have triggers that refuse even `truncate`.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  const keys = await dropForeignKeys(client);
  await client.query(`truncate ${tables.join(', ')}`);
  for (const table of manifest.tables) await loadTable(client, table, directory);
  for (const key of keys) await client.query(key);
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [`public.${client.escapeIdentifier(name)}`, last, called]);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
}

/** Drops all foreign keys. Returns the statements that add them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid, conname`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function loadTable(
  client: pg.Client,
  { name, columns, rows }: DatabaseManifest['tables'][number],
  directory: string,
): Promise<void> {
  const table = client.escapeIdentifier(name);
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const target = name === EVENTS ? 'events_to_load' : table;
  if (name === EVENTS) await client.query('create temporary table events_to_load (like events) on commit drop');
  const copyStream = client.query(copyFrom(`copy ${target} (${list}) from stdin (format binary)`));
  await pipeline(createReadStream(path.join(directory, `${name}.copy`)), copyStream);
  if (copyStream.rowCount !== rows)
    throw new Error(`${name} should have ${rows} rows, but its file has ${copyStream.rowCount}. Use another backup.`);
  if (name === EVENTS) await client.query(renumberEvents(list));
}

const EVENTS = 'events';

/**
 * Returns the statement that copies the loaded events with transaction numbers that no server reaches. The numbers of the old server could
 * be future transaction numbers of this server. Such a transaction could not commit, or would delete the old events as its own.
 */
function renumberEvents(columns: string): string {
  const selected = columns.replace('"xid"', '((9223372036854775808 + row_number() over (order by account_id, id))::text)::xid8');
  return `insert into events (${columns}) select ${selected} from events_to_load`;
}
