/**
 * Writes rows of servers.
 *
 * A server is two rows with one id: the paid service (`services`) and the rest (`server_details`). The view `servers` joins both for
 * reading and locking.
 */
import { type Insertable, type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Database, Server } from '../../schema.ts';
import { drawOrderIds, insertRows } from '../ids.ts';

/** Columns of a server that its service holds. */
const SERVICE_COLUMNS = [
  'account_id',
  'status',
  'billing_cycle',
  'renew_price',
  'promo_code',
  'discounts',
  'auto_renew',
  'created_at',
  'activated_at',
  'billing_anchor',
  'expiry_at',
  'suspended_at',
  'ended_at',
] as const;

type ServiceColumn = (typeof SERVICE_COLUMNS)[number];
type Service = Pick<Insertable<Database['services']>, ServiceColumn>;
type Details = Omit<Insertable<Database['server_details']>, 'id'>;

export type NewServer = Details & Service;
export type ServerChange = UpdateObject<Database, 'server_details'> & Partial<Service>;

/** Inserts a server and returns its id. */
export async function insertServer(trx: Kysely<Database>, server: NewServer): Promise<number> {
  const { services } = await drawOrderIds(trx, { lines: 0, services: 1 });
  await insertServers(trx, services, [server]);
  return services[0] as number;
}

/** Inserts servers under the given ids, one id per server. Requires at least one server. */
export async function insertServers(trx: Kysely<Database>, ids: readonly number[], servers: readonly NewServer[]): Promise<void> {
  const rows = servers.map(splitColumns);
  const services = rows.map(({ service }, i) => ({ id: ids[i], ...service, type: 'server' }));
  const details = rows.map((row, i) => ({ id: ids[i], ...row.details }));
  // A CTE that nothing refers to runs last. The trigger of `server_details` writes the server's event and can therefore read the service.
  await sql`with details as (${insertRows('server_details', details)}) ${insertRows('services', services)}`.execute(trx);
}

/** Locks a server until the transaction ends. */
export async function lockServer(trx: Transaction<Database>, id: number): Promise<Server | undefined> {
  return trx.selectFrom('servers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Sets fields, and `updated_at` to the current time. */
export async function updateServer(db: Kysely<Database>, id: number, fields: ServerChange): Promise<void> {
  const { service, details } = splitColumns(fields);
  const change = { ...(details as UpdateObject<Database, 'server_details'>), updated_at: sql<Date>`clock_timestamp()` };
  if (Object.keys(service).length === 0) {
    await db.updateTable('server_details').set(change).where('id', '=', id).execute();
    return;
  }
  // One statement, so that both rows change together even outside a transaction.
  const both = db.with('service', (cte) => cte.updateTable('services').set(service).where('id', '=', id));
  await both.updateTable('server_details').set(change).where('id', '=', id).execute();
}

function splitColumns(fields: object): { service: Partial<Service>; details: object } {
  const names: readonly string[] = SERVICE_COLUMNS;
  const entries = Object.entries(fields);
  return {
    service: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    details: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  };
}
