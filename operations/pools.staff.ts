/** Validates the operator's input for pools. Every failure names the field. */
/** Pools as shown to the operator, with their usage. */

import type { OperatorReply } from '@innkeeper/contract/operator/all';
import type { Database, IpPool } from '@innkeeper/db/schema';
import { IPV6_GATEWAY, addPool as insertPool } from '@innkeeper/db/seed/add-pool';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { lockPool } from '@innkeeper/db/tables/ip-pools';
import { pageOf } from '@innkeeper/db/tables/page';
import { audit } from '@innkeeper/domain/audit';
import { refuseHostAddresses } from '@innkeeper/domain/pools/host-addresses';
import { Failure, invalid } from '@innkeeper/model/failures';
import { addressOf, type IpNetwork, isWithin, parseNetwork, prefixesCovered, prefixesIn } from '@innkeeper/model/net/ip-networks';
import { reverseZones } from '@innkeeper/model/net/reverse-names';
import { delegationText, zoneText } from '@innkeeper/model/net/zone-files';
import { namedFields } from '@innkeeper/model/requests/named-fields';
import { type Kysely, sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Lists pools by address, IPv4 first. */
export async function listPools(cx: StaffCx, input: StaffInput<'listPools'>): Promise<StaffReply<'listPools'>> {
  const { page, per_page } = input;
  const { rows, total } = await pageOf(poolsQuery(cx.db), { page, perPage: per_page });
  const counts = await countAddresses(
    cx,
    rows.map(({ id }) => id),
  );
  return { data: rows.map((row) => poolView(row, counts)), page, per_page, total };
}

/** Returns a pool. Throws `not_found`. */
export function showPool(cx: StaffCx, { pool }: StaffInput<'showPool'>): Promise<StaffReply<'showPool'>> {
  return loadPool(cx, pool);
}

const REST_HOURS = 24;

/** Adds a pool, whose addresses can be assigned at once. Throws `validation` with the field. */
export async function addPool(cx: StaffCx, input: StaffInput<'addPool'>): Promise<StaffReply<'addPool'>> {
  const { pool: name, cidr, uses, rest_hours: rest = REST_HOURS } = input;
  const network = parsePoolNetwork(cidr);
  const gateway = input.gateway ?? (network.version === 6 ? IPV6_GATEWAY : addressOf(4, network.first + 1n));
  checkGateway(gateway, cidr, network);
  const excluded = excludedOf(input.excluded ?? [], cidr, network);
  const node_id = await nodeIdOf(cx.db, input.node);
  const same = await cx.db.selectFrom('ip_pools').select('cidr').where('name', '=', name).executeTakeFirst();
  if (same) throw invalid('pool', `Pool ${name} already exists, with the network ${same.cidr}.`);
  await refuseOverlap(cx.db, cidr);
  await refuseHostAddresses(cx.db, { cidr, gateway, excluded, nodeId: node_id }, 'cidr');
  const row = {
    name,
    cidr,
    gateway,
    uses,
    excluded,
    node_id,
    ddos_protected: input.protected,
    rest_seconds: Math.round(rest * 3600),
  };
  const id = await insertPool(cx.db, row).catch((error: unknown) => {
    // A concurrent command added an overlapping pool.
    throw error instanceof RangeError ? invalid('cidr', error.message) : error;
  });
  await audit(cx, 'addPool', { kind: 'ip_pool', id }, row);
  return loadPool(cx, name);
}

/**
 * Changes the later use of a pool, and its rest period also for addresses that are already resting. Throws `not_found`, and `validation`
 * with the field.
 */
export async function setPool(cx: StaffCx, input: StaffInput<'setPool'>): Promise<StaffReply<'setPool'>> {
  const { pool: name, uses, excluded, rest_hours: rest, node } = input;
  const found = await cx.db.selectFrom('ip_pools').select('id').where('name', '=', name).executeTakeFirst();
  const pool = found && (await lockPool(cx.db, found.id));
  if (!pool) throw noPool(name);
  const fields = namedFields({
    uses,
    excluded: excluded && excludedOf(excluded, pool.cidr, parseNetwork(pool.cidr) as IpNetwork),
    rest_seconds: rest === undefined ? undefined : Math.round(rest * 3600),
    node_id: node === undefined ? undefined : await nodeIdOf(cx.db, node),
  });
  if (fields.node_id) await refuseUseOnOtherNodes(cx, pool, fields.node_id);
  if (fields.excluded || 'node_id' in fields) {
    const given = { cidr: pool.cidr, gateway: pool.gateway, excluded: fields.excluded ?? pool.excluded };
    const nodeId = fields.node_id === undefined ? pool.node_id : fields.node_id;
    await refuseHostAddresses(cx.db, { ...given, nodeId }, fields.excluded ? 'excluded' : 'node');
  }
  await cx.db.updateTable('ip_pools').set(fields).where('id', '=', pool.id).execute();
  if (fields.excluded) await exclude(cx, pool.id);
  if (fields.rest_seconds !== undefined) await recalculateRestPeriods(cx, pool.id);
  await audit(cx, 'setPool', { kind: 'ip_pool', id: pool.id }, { name, ...fields });
  return loadPool(cx, name);
}

/** Throws `validation` if servers on other nodes use the pool, because the pool of a single node is routed only there. */
async function refuseUseOnOtherNodes({ db }: StaffCx, pool: IpPool, nodeId: number): Promise<void> {
  const elsewhere = await db
    .selectFrom('ip_addresses as a')
    .innerJoin('servers as s', 's.id', 'a.server_id')
    .select('a.address')
    .where('a.pool_id', '=', pool.id)
    .where('s.node_id', '!=', nodeId)
    .executeTakeFirst();
  if (elsewhere) throw invalid('node', `Servers on other nodes use addresses of this pool, for example ${elsewhere.address}.`);
}

async function exclude({ db }: StaffCx, poolId: number): Promise<void> {
  await sql`
    update ip_addresses a set excluded = not a.excluded from ip_pools p
    where p.id = ${poolId} and a.pool_id = p.id and a.excluded
      <> (a.fenced_at is not null
        or exists (select from unnest(p.excluded) as one where one && held_network(a.address, a.version, a.prefix)))`.execute(db);
}

async function recalculateRestPeriods({ db }: StaffCx, poolId: number): Promise<void> {
  await sql`
    update ip_addresses a set rests_until = a.freed_at + make_interval(secs => p.rest_seconds) from ip_pools p
    where p.id = ${poolId} and a.pool_id = p.id and a.account_id is null and a.freed_at is not null`.execute(db);
}

/** Assigns addresses of a pool again. Throws `not_found`. */
export function activatePool(cx: StaffCx, { pool }: StaffInput<'activatePool'>): Promise<StaffReply<'activatePool'>> {
  return changeState(cx, 'activatePool', pool, false);
}

/** Stops assigning addresses of a pool. Throws `not_found`. */
export function drainPool(cx: StaffCx, { pool }: StaffInput<'drainPool'>): Promise<StaffReply<'drainPool'>> {
  return changeState(cx, 'drainPool', pool, true);
}

/**
 * Returns the reverse zones of a pool as text, with the delegations to request. Throws `not_found`, and `validation` if no name server is
 * known.
 */
export async function exportPool({ db, clock }: StaffCx, input: StaffInput<'exportPool'>): Promise<StaffReply<'exportPool'>> {
  const pool = await db.selectFrom('ip_pools').select(['id', 'cidr']).where('name', '=', input.pool).executeTakeFirst();
  if (!pool) throw noPool(input.pool);
  const { nameservers, contact, ttl } = await dnsSettings(db);
  const servers = input.nameservers ?? nameservers;
  if (servers.length === 0) throw invalid('nameservers', 'Name the name server of the zones, such as ns1.example.net.');
  const { rows } = await sql<{ address: string; name: string }>`
    select host(address) as address, name from ptr_names where pool_id = ${pool.id} and name is not null
    order by ptr_names.address`.execute(db);
  const head = { nameservers: servers, contact: input.contact ?? contact ?? `hostmaster@${servers[0]}`, ttl, at: clock.now() };
  return {
    zones: reverseZones(pool.cidr).map((zone) => ({
      name: zone.name,
      text: zoneText(zone, { ...head, names: rows }),
      ask: delegationText(zone, servers),
    })),
  };
}

/** Removes a pool. The history of its holders remains. Throws `not_found`, and `wrong_state` while an address is in use. */
export async function removePool(cx: StaffCx, input: StaffInput<'removePool'>): Promise<StaffReply<'removePool'>> {
  const found = await cx.db.selectFrom('ip_pools').select('id').where('name', '=', input.pool).executeTakeFirst();
  const pool = found && (await lockPool(cx.db, found.id));
  if (!pool) throw noPool(input.pool);
  const { id, name, cidr } = pool;
  // The deletion waits for transactions that are assigning an address. The address then counts as in use.
  await cx.db.deleteFrom('ip_addresses').where('pool_id', '=', id).where('account_id', 'is', null).execute();
  const used = await cx.db
    .selectFrom('ip_addresses')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('pool_id', '=', id)
    .executeTakeFirstOrThrow();
  if (used.count > 0) {
    const message = `Pool ${name} still has ${used.count} addresses in use. Drain the pool, and remove it when they are free.`;
    throw new Failure('wrong_state', { message });
  }
  await deleteNames(cx, pool);
  await cx.db.deleteFrom('ip_pools').where('id', '=', id).execute();
  await audit(cx, 'removePool', { kind: 'ip_pool', id }, { name, cidr });
  return { name, cidr };
}

/**
 * Deletes the names of the pool's zones. Throws `wrong_state` until the DNS server has deleted them, because no record of them remains
 * afterwards.
 */
async function deleteNames({ db }: StaffCx, { id, name }: { id: number; name: string }): Promise<void> {
  const { driver } = await dnsSettings(db);
  const left = await db.selectFrom('ptr_names').select('address').where('pool_id', '=', id).executeTakeFirst();
  if (driver !== null && left) {
    const message = `The names of pool ${name} are not deleted from the DNS server yet. Try again when it answers, or unset it: ./innkeeper dns set --driver none`;
    throw new Failure('wrong_state', { message });
  }
  await db.deleteFrom('ptr_names').where('pool_id', '=', id).execute();
}

/** Parses the network of a pool. Throws `validation`. */
function parsePoolNetwork(text: string): IpNetwork {
  const network = text.includes('/') ? parseNetwork(text) : undefined;
  if (!network) throw invalid('cidr', 'Must be a network such as 192.0.2.0/24 or 2001:db8::/32, without host bits.');
  const [min, max] = network.version === 4 ? [16, 30] : [16, 64];
  if (network.prefix < min || network.prefix > max)
    throw invalid('cidr', `An IPv${network.version} network must be from /${min} to /${max}.`);
  return network;
}

const LINK_LOCAL = parseNetwork('fe80::/10') as IpNetwork;

/** Throws `validation` for a gateway that guests of the network could not reach. */
function checkGateway(text: string, cidr: string, network: IpNetwork): void {
  const gateway = text.includes('/') ? undefined : parseNetwork(text);
  if (gateway?.version !== network.version) throw invalid('gateway', `Must be an IPv${network.version} address.`);
  if (network.version === 6 && !isWithin(gateway, LINK_LOCAL))
    throw invalid('gateway', 'Must be a link-local address such as fe80::1, which is the same for all prefixes.');
  if (network.version === 4 && (gateway.first <= network.first || gateway.first >= network.last))
    throw invalid('gateway', `Must be an address in ${cidr}, neither its first nor its last.`);
}

/** Returns the excluded networks without duplicates. A single `none` stands for an empty list. Throws `validation` with the index. */
function excludedOf(texts: readonly string[], cidr: string, network: IpNetwork): string[] {
  if (texts.length === 1 && texts[0] === 'none') return [];
  for (const [i, text] of texts.entries()) {
    const one = parseNetwork(text);
    if (!one || !isWithin(one, network)) throw invalid(`excluded.${i}`, `Must be an address or a network in ${cidr}.`);
  }
  return [...new Set(texts)];
}

/** Returns the id of the node, or `null` for all nodes. Throws `validation`. */
async function nodeIdOf(db: Kysely<Database>, name: string | undefined): Promise<number | null> {
  if (name === undefined || name === 'all') return null;
  const node = await db.selectFrom('nodes').select('id').where('name', '=', name).executeTakeFirst();
  if (!node) throw invalid('node', `Node ${name} does not exist.`);
  return node.id;
}

/** Throws `validation` if the network overlaps a pool. */
async function refuseOverlap(db: Kysely<Database>, cidr: string): Promise<void> {
  const other = await db
    .selectFrom('ip_pools')
    .select(['name', 'cidr'])
    .where(sql<boolean>`cidr && ${cidr}::inet`)
    .executeTakeFirst();
  if (other) throw invalid('cidr', `The network overlaps the pool ${other.name}, ${other.cidr}.`);
}

/** Sets whether addresses of a pool are assigned. Assigned addresses are not affected. */
async function changeState(cx: StaffCx, action: string, name: string, draining: boolean) {
  const pool = await cx.db.updateTable('ip_pools').set({ draining }).where('name', '=', name).returning('id').executeTakeFirst();
  if (!pool) throw noPool(name);
  await audit(cx, action, { kind: 'ip_pool', id: pool.id }, { name });
  return loadPool(cx, name);
}

type Usage = OperatorReply<'showPool'>['usage'];

interface AddressCounts {
  pool_id: number;
  rows: number;
  used: number;
  resting: number;
  excluded: number;
  used_excluded: number;
}

function poolsQuery(db: Kysely<Database>) {
  return db
    .selectFrom('ip_pools as p')
    .leftJoin('nodes as n', 'n.id', 'p.node_id')
    .selectAll('p')
    .select('n.name as node')
    .orderBy('p.version')
    .orderBy('p.cidr');
}

type PoolRow = IpPool & { node: string | null };

/** Returns a pool with its usage. Throws `not_found`. */
async function loadPool(cx: StaffCx, name: string) {
  const row = await poolsQuery(cx.db).where('p.name', '=', name).executeTakeFirst();
  if (!row) throw noPool(name);
  return poolView(row, await countAddresses(cx, [row.id]));
}

const noPool = (name: string): Failure => new Failure('not_found', { message: `Pool ${name} does not exist.` });

function poolView(row: PoolRow, counts: ReadonlyMap<number, AddressCounts>) {
  const { id, name, cidr, gateway, node, uses, ddos_protected, excluded } = row;
  const version = row.version === 6 ? (6 as const) : (4 as const);
  const state = row.draining ? ('draining' as const) : ('active' as const);
  const shared = { id, name, cidr, version, gateway, node, uses, ddos_protected, state, excluded };
  return { ...shared, rest_hours: row.rest_seconds / 3600, usage: usageOf(row, counts.get(id)) };
}

/** Counts the addresses of pools, by pool id. */
async function countAddresses({ db, clock }: StaffCx, poolIds: readonly number[]): Promise<Map<number, AddressCounts>> {
  const { rows } = await sql<AddressCounts>`
    select pool_id, count(*)::int as rows, count(account_id)::int as used,
      (count(*) filter (where account_id is null and not excluded and rests_until > ${clock.now()}))::int as resting,
      (count(*) filter (where account_id is null and excluded))::int as excluded,
      count(account_id) filter (where excluded)::int as used_excluded
    from ip_addresses where pool_id = any(${[...poolIds]}::int[]) group by pool_id`.execute(db);
  return new Map(rows.map((row) => [row.pool_id, row]));
}

/** Returns the usage of a pool. Most IPv6 prefixes have no row, so their number is calculated. */
function usageOf(pool: PoolRow, counted: AddressCounts | undefined): Usage {
  const { rows = 0, used = 0, resting = 0, excluded: rowsExcluded = 0, used_excluded = 0 } = counted ?? {};
  const network = parseNetwork(pool.cidr);
  const six = pool.version === 6 && network;
  const total = six ? Number(prefixesIn(network)) : rows;
  const covered = () => Number(prefixesCovered(networks(pool.excluded))) - used_excluded;
  const excluded = six ? covered() : rowsExcluded;
  return { total, used, resting, excluded, free: total - used - resting - excluded };
}

const networks = (texts: readonly string[]): IpNetwork[] => texts.flatMap((text) => parseNetwork(text) ?? []);
