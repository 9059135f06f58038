import { documentTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { audit } from '@innkeeper/domain/audit';
import { divideMethods } from '@innkeeper/domain/payments/methods';
import type { Catalogue, Entry } from '@innkeeper/model/catalogue/sections';
import { invalid } from '@innkeeper/model/failures';
import { sql } from 'kysely';
import type { StaffCx } from '../define.staff.ts';
import { compare, type Differences, type ListChange, textsOf } from './compare.staff.ts';
import { columnOf, readCatalogue, SINGLE_TABLES, TABLES } from './read.staff.ts';

/** Returns the changes that `applyCatalogue` would make, as sentences. */
export async function diffCatalogue(cx: StaffCx, { catalogue }: { catalogue: Catalogue }): Promise<{ changes: string[] }> {
  return { changes: textsOf(await compare(cx.db, catalogue)) };
}

/** Returns everything that is on sale, in the form of the file. */
export function exportCatalogue(cx: StaffCx): Promise<Catalogue> {
  return readCatalogue(cx.db);
}

/**
 * Changes the catalogue to match the file. Existing services keep their terms. Throws `validation` for an unknown country, and for another
 * time zone of the seller than that of issued documents.
 */
export async function applyCatalogue(
  cx: StaffCx,
  { catalogue }: { catalogue: Catalogue },
): Promise<{ changes: string[]; warnings: string[] }> {
  // Serialize concurrent calls, so that the second compares with the result of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', 0))`.execute(cx.db);
  const differences = await compare(cx.db, catalogue);
  const changes = textsOf(differences);
  if (changes.length === 0) return { changes, warnings: await listWarnings(cx) };
  // Plans come first, because other entries refer to them.
  for (const change of differences.lists) await applyToList(cx, change);
  for (const { entry } of differences.rates) await applyRate(cx, entry);
  for (const { name, entry } of differences.singles) await applySingle(cx, name, entry);
  await audit(cx, 'applyCatalogue', null, { changes });
  return { changes, warnings: await listWarnings(cx) };
}

/** Lists the payment methods that customers cannot choose. A catalogue may contain methods before their gateway is configured. */
async function listWarnings(cx: StaffCx): Promise<string[]> {
  const { unoffered } = await divideMethods(cx, cx.settings.paymentGateways);
  return unoffered.map(({ method: { key, name }, why }) => `Payment method ${key} (${name}) is not offered: ${why}`);
}

async function applyToList(cx: StaffCx, { list, stored, entry, position }: ListChange): Promise<void> {
  const { table, key, off, plans } = TABLES[list];
  const saleColumns = (onSale: boolean) =>
    off === 'enabled' ? { enabled: onSale } : { disabled_at: onSale ? null : cx.clock.now() };
  const where = sql`${sql.ref(key)} = ${stored?.entry[key]}`;
  if (!entry) {
    await set(cx, table, saleColumns(false), where);
    return;
  }
  const { plans: planKeys, ...fields } = entry;
  const row = {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value])),
    position,
    ...saleColumns(true),
  };
  if (stored) await set(cx, table, row, where);
  else await insert(cx, table, row);
  if (plans) await linkPlans(cx, { ...plans, table, key }, entry, (planKeys ?? null) as readonly string[] | null);
}

interface Links {
  column: string;
  table: string;
  key: string;
}

async function linkPlans(cx: StaffCx, links: Links & { table: string }, entry: Entry, keys: readonly string[] | null) {
  const linkTable = links.column === 'promo_code_id' ? 'promo_code_plans' : 'plan_addons';
  const id = sql`(select id from ${sql.table(links.table)} where ${sql.ref(links.key)} = ${entry[links.key]})`;
  await sql`delete from ${sql.table(linkTable)} where ${sql.ref(links.column)} = ${id}`.execute(cx.db);
  await sql`insert into ${sql.table(linkTable)} (${sql.ref(links.column)}, plan_id)
    select ${id}, id from plans where key = any(${[...(keys ?? [])]}::text[])`.execute(cx.db);
}

async function applyRate(cx: StaffCx, { country, from, rate }: Entry): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into vat_rates (country_id, rate_bp, valid_from)
    select id, ${rate}::int, ${from}::timestamptz from countries where code = ${country}
    on conflict (country_id, valid_from) do update set rate_bp = excluded.rate_bp`.execute(cx.db);
  if (numAffectedRows === 0n) throw invalid('file', `The country ${String(country)} does not exist.`);
}

async function applySingle(cx: StaffCx, name: Differences['singles'][number]['name'], entry: Entry): Promise<void> {
  if (name === 'seller') await refuseOtherTimeZone(cx, entry);
  const table = SINGLE_TABLES[name];
  const { numAffectedRows = 0n } = await set(cx, table, { ...entry }, sql`true`);
  if (numAffectedRows === 0n) await insert(cx, table, { ...entry });
}

/** Throws `validation` for another zone than that of issued documents. A document could else move to another month. */
async function refuseOtherTimeZone({ db }: StaffCx, { time_zone }: Entry): Promise<void> {
  if (time_zone === null || time_zone === undefined) return;
  const fixed = await documentTimeZone(db);
  if (fixed !== null && fixed !== time_zone)
    throw invalid(
      'file',
      `Documents are already issued in the time zone ${fixed}, so seller.time_zone cannot become ${String(time_zone)}. Set it to ${fixed}, or remove it.`,
    );
}

type Row = Readonly<Record<string, unknown>>;

function set(cx: StaffCx, table: string, row: Row, where: ReturnType<typeof sql>) {
  const columns = sql.join(Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
  return sql`update ${sql.table(table)} set ${columns} where ${where}`.execute(cx.db);
}

async function insert(cx: StaffCx, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(cx.db);
}
