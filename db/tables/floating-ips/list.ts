/** Loads floating IPs with everything that is shown of them, by id or as pages of an account. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AssignedAddress, Database } from '../../schema.ts';
import type { Page, PageQuery } from '../page.ts';
import { type FloatingIpTerms, hydrateTerms, type PlainTerms, TERMS, TERMS_FROM } from './shown.ts';

export interface ShownFloatingIp extends FloatingIpTerms {
  server_main_ip: string | null;
  address: AssignedAddress;
}

export interface FloatingIpsQuery extends PageQuery {
  accountId: number;
  statuses: readonly ServerStatus[];
  /** Address of the floating IP, or an address in its network. */
  ip?: string | undefined;
  /** Part of the address or of the hostname of the server. */
  search?: string | undefined;
  /** With DDoS protection (true) or without it (false). */
  ddosProtected?: boolean | undefined;
}

/** Loads floating IPs in the order of the ids. Unknown ids are left out. */
export async function loadFloatingIps(db: Kysely<Database>, ids: readonly number[]): Promise<ShownFloatingIp[]> {
  if (ids.length === 0) return [];
  const found = await load(db, sql`where f.id = any(${[...ids]}::int[])`);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a page of floating IPs, newest first. */
export async function pageOfFloatingIps(db: Kysely<Database>, query: FloatingIpsQuery): Promise<Page<ShownFloatingIp>> {
  const { page, perPage } = query;
  const which = filterClause(query);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from floating_ips f left join server_details d on d.id = f.server_id ${which}`.execute(db);
  const rows = await load(
    db,
    sql`${which} order by f.created_at desc, f.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

function filterClause({ accountId, statuses, ip, search, ddosProtected }: FloatingIpsQuery): RawBuilder<unknown> {
  const text = search?.toLowerCase();
  return sql`where f.account_id = ${accountId} and f.status = any(${[...statuses]}::text[])
    ${ip === undefined ? sql`` : sql`and held_network(f.address, f.version, f.prefix) >>= ${ip}::inet`}
    ${text === undefined ? sql`` : sql`and (strpos(host(f.address), ${text}) > 0 or strpos(lower(d.hostname), ${text}) > 0)`}
    ${ddosProtected === undefined ? sql`` : sql`and f.ddos_protected = ${ddosProtected}`}`;
}

type Row = Pick<
  AssignedAddress,
  'address' | 'prefix' | 'version' | 'gateway' | 'ddos_protected' | 'account_id' | 'assigned_at' | 'names'
> & {
  terms: PlainTerms;
  address_id: number;
  server_main_ip: string | null;
};

async function load(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<ShownFloatingIp[]> {
  const { rows } = await sql<Row>`
    select json_build_object(${TERMS}) as terms, f.address_id, f.address, f.prefix, f.version, f.gateway, f.ddos_protected,
      f.account_id, f.assigned_at,
      -- Of an address that it has: another may have had it since.
      (select coalesce(json_agg(json_build_object('address', host(n.address), 'name', n.name) order by n.address), '[]')
        from ptr_names n join ip_addresses a on a.id = n.ip_address_id where a.floating_ip_id = f.id) as names,
      (select a.address from ip_addresses a where a.server_id = f.server_id and a.main order by a.version limit 1) as server_main_ip
    ${TERMS_FROM} ${which}`.execute(db);
  return rows.map(({ terms, address_id: id, server_main_ip, ...address }) => {
    const revived = hydrateTerms(terms);
    const assignment = {
      server_id: revived.server_id,
      floating_ip_id: revived.id,
      addon_id: null,
      main: false,
      type: 'public' as const,
    };
    return { ...revived, server_main_ip, address: { ...address, id, ...assignment } };
  });
}
