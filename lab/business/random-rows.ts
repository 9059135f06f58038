/** Random rows for acts. */
import { sql } from 'kysely';
import type { Business, Customer } from './business.ts';

type Table = 'servers' | 'orders' | 'payments' | 'payment_refunds' | 'disputes' | 'accounts';

/** Lists the ids of matching rows, of a customer or of all. */
export async function idsOf({ place }: Business, table: Table, which: string, customer?: Customer): Promise<number[]> {
  const own = customer ? sql`account_id = ${customer.accountId}` : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${own} and (${sql.raw(which)}) order by id`.execute(place.lab.db);
  return rows.map(({ id }) => id);
}

/** Returns the id of a random matching row, or `undefined` if there is none. */
export async function randomId(
  business: Business,
  table: Table,
  which: string,
  customer?: Customer,
): Promise<number | undefined> {
  const ids = await idsOf(business, table, which, customer);
  return ids.length === 0 ? undefined : business.random.of(ids);
}

/** Returns a random addon of a customer's server. */
export async function randomAddon({ place, random }: Business, { accountId }: Customer) {
  const { rows } = await sql<{ id: number; server: number }>`
    select id, parent_id as server from services
    where account_id = ${accountId} and parent_id is not null and status in ('active', 'suspended') order by id`.execute(
    place.lab.db,
  );
  return rows.length === 0 ? undefined : random.of(rows);
}

/** Lists services without a parent, of a customer or of all. */
export async function servicesOf({ place }: Business, which: string, customer?: Customer) {
  const own = customer ? sql`account_id = ${customer.accountId}` : sql`true`;
  const { rows } = await sql<{ id: number; expiry_at: Date }>`
    select id, expiry_at from services where ${own} and parent_id is null and (${sql.raw(which)}) order by id`.execute(
    place.lab.db,
  );
  return rows;
}

/** Returns a random matching service of the customer, or `undefined` if there is none. */
export async function randomService(business: Business, customer: Customer, which: string) {
  const rows = await servicesOf(business, which, customer);
  return rows.length === 0 ? undefined : business.random.of(rows);
}
