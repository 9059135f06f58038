/** Who may reach an address: its lists, its geo filter, and what was let in for a while. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database, HeldAddress, IpProtection } from '../schema.ts';
import { type FloatingIpTerms, loadFloatingIps } from './floating-ips.ts';
import { namesOf } from './ptr-names.ts';

export type ProtectionSettings = Omit<IpProtection, 'ip_address_id' | 'revision'>;

/** Of an address for which nothing was set yet. */
const NOTHING: ProtectionSettings = {
  whitelist_active: false,
  whitelist: [],
  blacklist_active: false,
  blacklist: [],
  geo_active: false,
  geo_action: 'deny',
  geo_countries: [],
};

export async function loadProtection(db: Kysely<Database>, addressId: number): Promise<ProtectionSettings> {
  const row = await db.selectFrom('ip_protections').selectAll().where('ip_address_id', '=', addressId).executeTakeFirst();
  return row ?? NOTHING;
}

/** Changes what is named; triggers tell the node's worker. */
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

/** How many sources may be let in at a time. */
const MOST_GRANTS = 10;

/** Lets a source in for a while; beyond 10 the one that would end first ends now. */
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
    select source from ip_protection_grants where ip_address_id = ${addressId} order by ends_at desc, source limit ${MOST_GRANTS})`.execute(
    trx,
  );
  await writeProtection(trx, addressId, {});
}

/** Ends grants whose time is over, some at a time. Returns how many. */
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
  address: HeldAddress & { floating_ip: FloatingIpTerms | null };
  /** Its server; null for an address that serves none. */
  server: { id: number; hostname: string } | null;
  /** Until when the floating IP that it is, or the addon that it came with, is paid; null where it is part of its server. */
  expiry_at: Date | null;
  under_attack: boolean;
}

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

export interface WantedProtection {
  ip_address_id: number;
  /** `203.0.113.7/32`, or the prefix of an IPv6 address. */
  network: string;
  revision: string;
  /** Whether it has a geo filter. */
  geo: boolean;
}

/** Of the addresses of servers of a node, those that have anything that the kernel has to obey. Without a node: of all. */
export async function wantedProtections(db: Kysely<Database>, nodeId: number | undefined): Promise<WantedProtection[]> {
  const { rows } = await sql<WantedProtection>`
    select p.ip_address_id, held_network(a.address, a.version, a.prefix)::text as network, p.revision, p.geo_active as geo
    from ip_protections p join ip_addresses a on a.id = p.ip_address_id join server_details s on s.id = a.server_id
    where ${nodeId === undefined ? sql`true` : sql`s.node_id = ${nodeId}`} and (
      p.whitelist_active and p.whitelist <> '{}' or p.blacklist_active and p.blacklist <> '{}' or p.geo_active
      or exists (select from ip_protection_grants g where g.ip_address_id = p.ip_address_id))
    order by p.ip_address_id`.execute(db);
  return rows;
}

export interface LoadedProtection extends ProtectionSettings {
  ip_address_id: number;
  network: string;
  revision: string;
  /** Sources that were let in. */
  granted: string[];
}

/** As they are in one moment, so that each revision is of what comes with it. */
export async function loadProtections(db: Kysely<Database>, ids: readonly number[]): Promise<LoadedProtection[]> {
  const { rows } = await sql<LoadedProtection>`
    select p.*, held_network(a.address, a.version, a.prefix)::text as network,
      array(select host(g.source) from ip_protection_grants g where g.ip_address_id = p.ip_address_id order by g.source) as granted
    from ip_protections p join ip_addresses a on a.id = p.ip_address_id
    where p.ip_address_id = any(${[...ids]})`.execute(db);
  return rows;
}
