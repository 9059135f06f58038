/** Reads the catalogue from the database, in the form of the file. */
/** Maps sections and fields of catalogue.yaml to tables and columns. */
import type { Database } from '@innkeeper/db/schema';
import type { Value } from '@innkeeper/model/catalogue/fields';
import {
  type Catalogue,
  type Entry,
  SECTIONS,
  type SectionName,
  SINGLE_NAMES,
  SINGLES,
  type SingleName,
} from '@innkeeper/model/catalogue/sections';
import { type Kysely, sql } from 'kysely';

/** Entry of the catalogue, on sale or not. */
export interface StoredEntry {
  /** Id of the row, or `null` if the key is the primary key. */
  id: number | null;
  entry: Entry;
  onSale: boolean;
}

type StoredLists = Readonly<Record<ListName, readonly StoredEntry[]>>;

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

interface ListTable {
  table: keyof Database & string;
  /** Column that identifies the entry. */
  key: string;
  /** Table that links the entry to plans, with the column of the entry. */
  plans?: { table: 'plan_addons' | 'promo_code_plans'; column: 'addon_product_id' | 'promo_code_id' };
  /** Column that marks a row as off sale. */
  off: 'disabled_at' | 'enabled';
}

/** Tables by section. VAT rates are missing here, because they are identified by country and day and written separately. */
export const TABLES: { readonly [Name in Exclude<SectionName, 'vat_rates'>]: ListTable } = {
  plans: { table: 'plans', key: 'key', off: 'disabled_at' },
  addons: {
    table: 'addon_products',
    key: 'key',
    off: 'disabled_at',
    plans: { table: 'plan_addons', column: 'addon_product_id' },
  },
  promo_codes: {
    table: 'promo_codes',
    key: 'code',
    off: 'disabled_at',
    plans: { table: 'promo_code_plans', column: 'promo_code_id' },
  },
  floating_ip_plans: { table: 'floating_ip_plans', key: 'key', off: 'disabled_at' },
  support_plans: { table: 'support_plans', key: 'key', off: 'disabled_at' },
  support_departments: { table: 'support_departments', key: 'key', off: 'disabled_at' },
  payment_methods: { table: 'payment_methods', key: 'key', off: 'enabled' },
};

/** Tables with a single row. */
export const SINGLE_TABLES: Readonly<Record<SingleName, keyof Database & string>> = {
  seller: 'seller',
  affiliate: 'affiliate_terms',
  support_hours: 'support_hours',
};

export type ListName = keyof typeof TABLES;

export const LIST_NAMES = Object.keys(TABLES) as ListName[];

/** Columns whose name differs from the field. */
const COLUMNS: Readonly<Record<string, string>> = {
  memory: 'memory_mb',
  disk: 'disk_gb',
  traffic: 'bandwidth_tb',
  network_speed: 'network_speed_mbps',
  iops: 'disk_iops',
  disk_speed: 'disk_mb_per_second',
  minimum_months: 'minimum_billing_cycle',
};

/** Returns the column of a field. */
export const columnOf = (field: string): string => COLUMNS[field] ?? field;
