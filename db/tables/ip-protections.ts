/** Access rules of addresses: lists, geo filter, and temporary grants. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AssignedAddress, Database, IpProtection } from '../schema.ts';
import { type FloatingIpTerms, loadFloatingIps } from './floating-ips.ts';
import { idsMovingTo } from './moves.ts';
import { namesOf } from './ptr-names.ts';

export type ProtectionSettings = Omit<IpProtection, 'ip_address_id' | 'revision'>;

/** Default settings. */
const DEFAULT_SETTINGS: ProtectionSettings = {
  whitelist_active: false,
  whitelist: [],
  blacklist_active: false,
  blacklist: [],
  geo_active: false,
  geo_action: 'deny',
  geo_countries: [],
};

/** Loads the settings of an address. Returns the defaults if the address has no settings. */
export async function loadProtection(db: Kysely<Database>, addressId: number): Promise<ProtectionSettings> {
  const row = await db.selectFrom('ip_protections').selectAll().where('ip_address_id', '=', addressId).executeTakeFirst();
  return row ?? DEFAULT_SETTINGS;
}

/** Writes the given settings. Database triggers notify the node's worker. */
export async function writeProtection(
  trx: Transaction<Database>,
  addressId: number,
  changes: Partial<ProtectionSettings>,
): Promise<ProtectionSettings> {
  return trx
    .insertInto('ip_protections')
    .values({ ip_address_id: addressId, ...changes })
    .onConflict((conflict) => conflict.column('ip_address_id').doUpdateSet({ ip_address_id: addressId, ...changes }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Maximum number of granted sources of an address. */
const MAX_GRANTS = 10;

/** Grants a source access until `endsAt`. If the address then has more than 10 grants, the grant that expires first is deleted. */
export async function grantSource(
  trx: Transaction<Database>,
  { addressId, source, endsAt }: { addressId: number; source: string; endsAt: Date },
): Promise<void> {
  await trx
    .insertInto('ip_protection_grants')
    .values({ ip_address_id: addressId, source, ends_at: endsAt })
    .onConflict((conflict) => conflict.columns(['ip_address_id', 'source']).doUpdateSet({ ends_at: endsAt }))
    .execute();
  await sql`delete from ip_protection_grants where ip_address_id = ${addressId} and source not in (
    select source from ip_protection_grants where ip_address_id = ${addressId} order by ends_at desc, source limit ${MAX_GRANTS})`.execute(
    trx,
  );
  await writeProtection(trx, addressId, {});
}

/** Deletes at most 1000 expired grants. Returns the number of affected addresses. */
export async function endGrants(trx: Transaction<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with ended as (
      delete from ip_protection_grants where (ip_address_id, source) in (
        select ip_address_id, source from ip_protection_grants where ends_at <= ${now} order by ends_at limit 1000
        for update skip locked)
      returning ip_address_id)
    update ip_protections set ip_address_id = ip_address_id where ip_address_id in (select ip_address_id from ended)
    returning ip_address_id as id`.execute(trx);
  return rows.length;
}

export interface AddressWithService {
  address: AssignedAddress & { floating_ip: FloatingIpTerms | null };
  /** Server of the address, or `null` if none. */
  server: { id: number; hostname: string } | null;
  /** End of the paid period of the address's floating IP or addon. `null` if the address belongs to the plan of its server. */
  expiry_at: Date | null;
  under_attack: boolean;
}

/** Loads an address with its server, floating IP and names. */
export async function loadAddressWithService(db: Kysely<Database>, addressId: number): Promise<AddressWithService> {
  const { hostname, expiry_at, under_attack, ...row } = await db
    .selectFrom('ip_addresses as a')
    .leftJoin('server_details as s', 's.id', 'a.server_id')
    .leftJoin('services as x', 'x.id', 'a.addon_id')
    .selectAll('a')
    .select(['s.hostname', 'x.expiry_at'])
    .select(sql<boolean>`exists (select from attacks t where t.ip_address_id = a.id and t.ended_at is null)`.as('under_attack'))
    .where('a.id', '=', addressId)
    .executeTakeFirstOrThrow();
  const { floating_ip_id: of } = row;
  const [floating_ip = null] = await loadFloatingIps(db, of === null ? [] : [of]);
  const address = { ...row, names: await namesOf(db, addressId), floating_ip };
  const server = address.server_id === null ? null : { id: address.server_id, hostname: hostname ?? '' };
  return { address, server, expiry_at: floating_ip?.expiry_at ?? expiry_at, under_attack };
}

export interface DesiredProtection {
  ip_address_id: number;
  /** Network such as `203.0.113.7/32`, or the prefix of an IPv6 address. */
  network: string;
  revision: string;
  /** `true` if the geo filter is active. */
  geo: boolean;
}

/**
 * Lists addresses of a node's servers, and of those that move to it, with an active list, geo filter or grant. If `nodeId` is `undefined`,
 * includes all nodes.
 */
export async function loadDesiredProtections(db: Kysely<Database>, nodeId: number | undefined): Promise<DesiredProtection[]> {
  const { rows } = await sql<DesiredProtection>`
    select p.ip_address_id, held_network(a.address, a.version, a.prefix)::text as network, p.revision, p.geo_active as geo
    from ip_protections p join ip_addresses a on a.id = p.ip_address_id join server_details s on s.id = a.server_id
    where ${nodeId === undefined ? sql`true` : sql`(s.node_id = ${nodeId} or s.id in ${idsMovingTo(nodeId)})`} and (
      p.whitelist_active and p.whitelist <> '{}' or p.blacklist_active and p.blacklist <> '{}' or p.geo_active
      or exists (select from ip_protection_grants g where g.ip_address_id = p.ip_address_id))
    order by p.ip_address_id`.execute(db);
  return rows;
}

export interface LoadedProtection extends ProtectionSettings {
  ip_address_id: number;
  network: string;
  revision: string;
  /** Source addresses that grants allow. */
  granted: string[];
}

/** Loads protections in one statement, so that each revision matches its settings. */
export async function loadProtections(db: Kysely<Database>, ids: readonly number[]): Promise<LoadedProtection[]> {
  const { rows } = await sql<LoadedProtection>`
    select p.*, held_network(a.address, a.version, a.prefix)::text as network,
      array(select host(g.source) from ip_protection_grants g where g.ip_address_id = p.ip_address_id order by g.source) as granted
    from ip_protections p join ip_addresses a on a.id = p.ip_address_id
    where p.ip_address_id = any(${[...ids]})`.execute(db);
  return rows;
}
