/** Reads the catalogue from the database, in the form of the file. */

import type { Database } from '@innkeeper/db/schema';
import type { Value } from '@innkeeper/model/catalogue/fields';
import { type Catalogue, type Entry, SECTIONS, SINGLE_NAMES, SINGLES } from '@innkeeper/model/catalogue/sections';
import { type Kysely, sql } from 'kysely';
import { columnOf, LIST_NAMES, type ListName, SINGLE_TABLES, TABLES } from './rows.ts';

/** Entry of the catalogue, on sale or not. */
export interface StoredEntry {
  /** Id of the row, or `null` if the key is the primary key. */
  id: number | null;
  entry: Entry;
  onSale: boolean;
}

export type StoredLists = Readonly<Record<ListName, readonly StoredEntry[]>>;

/** Returns all entries, on sale or not, in the order of the catalogue. */
export async function readLists(db: Kysely<Database>): Promise<StoredLists> {
  const lists = [];
  for (const name of LIST_NAMES) lists.push([name, await readList(db, name)]);
  return Object.fromEntries(lists) as StoredLists;
}

async function readList(db: Kysely<Database>, name: ListName): Promise<StoredEntry[]> {
  const { table, off, plans, key } = TABLES[name];
  const planKeys = plans
    ? sql`(select array_agg(p.key order by p.position, p.id) from ${sql.table(plans.table)} l join plans p on p.id = l.plan_id
        where l.${sql.ref(plans.column)} = t.id)`
    : sql`null`;
  const { rows } = await sql<Record<string, Value> & { id?: number }>`
    select t.*, ${planKeys} as plans from ${sql.table(table)} t order by t.position, t.${sql.ref(key)}`.execute(db);
  return rows.map((row) => ({
    id: row.id ?? null,
    entry: entryOf(
      SECTIONS[name].fields.map((field) => field.name),
      row,
    ),
    onSale: off === 'enabled' ? row.enabled === true : row.disabled_at === null,
  }));
}

/** Returns the entries on sale, all VAT rates, the seller and the affiliate terms. */
export async function readCatalogue(db: Kysely<Database>): Promise<Catalogue> {
  const lists = await readLists(db);
  const onSale = LIST_NAMES.map((name) => [name, lists[name].filter((one) => one.onSale).map(({ entry }) => entry)]);
  const singles = [];
  for (const name of SINGLE_NAMES) singles.push([name, await readSingle(db, name)]);
  return Object.fromEntries([...onSale, ['vat_rates', await readRates(db)], ...singles]) as Catalogue;
}

export async function readSingle(db: Kysely<Database>, name: keyof typeof SINGLES): Promise<Entry | undefined> {
  const { rows } = await sql<Record<string, Value>>`select * from ${sql.table(SINGLE_TABLES[name])}`.execute(db);
  const [row] = rows;
  return (
    row &&
    entryOf(
      SINGLES[name].map((field) => field.name),
      row,
    )
  );
}

export async function readRates(db: Kysely<Database>): Promise<Entry[]> {
  return db
    .selectFrom('vat_rates as r')
    .innerJoin('countries as c', 'c.id', 'r.country_id')
    .select(['c.code as country', 'r.valid_from as from', 'r.rate_bp as rate'])
    .orderBy('c.code')
    .orderBy('r.valid_from')
    .execute();
}

function entryOf(names: readonly string[], row: Record<string, Value>): Entry {
  return Object.fromEntries(names.map((name) => [name, row[columnOf(name)] ?? null]));
}
