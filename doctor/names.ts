/** Finds names on the DNS server that belong to no address, names that differ, and missing zones. */
import type { IpPool } from '@innkeeper/db/schema';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { isWithin, parseNetwork } from '@innkeeper/model/net/ip-networks';
import { addressAt, isInZone, isSetAside, recordOf, reverseZones } from '@innkeeper/model/net/reverse-names';
import { sql } from 'kysely';
import type { Finding, Target } from './target.ts';

const PUSH_REMEDY = 'push all names again with ./innkeeper dns push';

/**
 * Compares the names on the DNS server with the rows. Ignores pending changes, because the worker is about to push them. Returns nothing
 * without a DNS server or its API key.
 */
export async function checkPtrNames({ db, engine }: Target): Promise<Finding[]> {
  const settings = await dnsSettings(db);
  if (settings.driver === null || !engine.dns) return [];
  const server = engine.dns(settings);
  const [absent, orphaned, wrong]: [string[], string[], string[]] = [[], [], []];
  for (const pool of await db.selectFrom('ip_pools').selectAll().orderBy('id').execute()) {
    for (const zone of reverseZones(pool.cidr)) {
      const records = await server.records(zone.name);
      if (!records) {
        if (pool.zones_made_at !== null) absent.push(zone.name);
        continue;
      }
      const rows = (await namesIn(db, pool.id)).filter(({ address }) => isInZone(zone, address));
      const named = new Set(rows.map(({ address }) => address));
      for (const [record, name] of records) {
        const address = addressAt(zone, record);
        if (address !== undefined && !named.has(address) && isAssignable(pool, address)) orphaned.push(`${address} (${name})`);
      }
      for (const { address, name, waits } of rows)
        if (!waits && name !== null && records.get(recordOf(zone, address)) !== name.toLowerCase())
          wrong.push(`${address} (${name})`);
    }
  }
  return [
    { name: 'zones', items: absent, predicate: 'are missing on the DNS server', remedy: PUSH_REMEDY },
    { name: 'names', items: wrong, predicate: 'differ on the DNS server', remedy: PUSH_REMEDY },
    {
      name: 'orphaned names',
      items: orphaned,
      predicate: 'are on the DNS server, but belong to no address',
      remedy: 'remove them there by hand',
    },
  ];
}

/** Returns whether an address can belong to a server. Gateways and excluded addresses belong to the operator. */
function isAssignable({ cidr, gateway, excluded }: IpPool, address: string): boolean {
  const [network, one] = [parseNetwork(cidr), parseNetwork(address)];
  if (!network || !one || isSetAside(network, gateway, address)) return false;
  return !excluded.some((text) => {
    const excludedNetwork = parseNetwork(text);
    return excludedNetwork && isWithin(one, excludedNetwork);
  });
}

async function namesIn(db: Target['db'], poolId: number) {
  const { rows } = await sql<{ address: string; name: string | null; waits: boolean }>`
    select host(address) as address, name, push_at is not null as waits from ptr_names where pool_id = ${poolId}
    order by ptr_names.address`.execute(db);
  return rows;
}
