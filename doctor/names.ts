/** Names in the DNS server that are nobody's, and names that it should have. Needs a DNS server, and the key of its API. */
import type { IpPool } from '@innkeeper/db/schema';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { isWithin, parseNetwork } from '@innkeeper/model/ip-networks';
import { addressAt, isInZone, isSetAside, recordOf, reverseZones } from '@innkeeper/model/reverse-names';
import { sql } from 'kysely';
import type { Suspicion, Target } from './target.ts';

const TELL_AGAIN = 'push all names again with ./innkeeper dns push';

/** What waits to be told is left out: the server is about to have it. */
export async function lookAtNames({ db, engine }: Target): Promise<Suspicion[]> {
  const settings = await dnsSettings(db);
  if (settings.driver === null || !engine.dns) return [];
  const server = engine.dns(settings);
  const [absent, nobodys, wrong]: [string[], string[], string[]] = [[], [], []];
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
        if (address !== undefined && !named.has(address) && isGiven(pool, address)) nobodys.push(`${address} (${name})`);
      }
      for (const { address, name, waits } of rows)
        if (!waits && name !== null && records.get(recordOf(zone, address)) !== name.toLowerCase())
          wrong.push(`${address} (${name})`);
    }
  }
  return [
    { name: 'zones', which: absent, what: 'are missing on the DNS server', remedy: TELL_AGAIN },
    { name: 'names', which: wrong, what: 'differ on the DNS server', remedy: TELL_AGAIN },
    {
      name: 'orphaned names',
      which: nobodys,
      what: 'are on the DNS server, but belong to no address',
      remedy: 'remove them there by hand',
    },
  ];
}

/** Others are the operator's own: of gateways, and of what is excluded. */
function isGiven({ cidr, gateway, excluded }: IpPool, address: string): boolean {
  const [network, one] = [parseNetwork(cidr), parseNetwork(address)];
  if (!network || !one || isSetAside(network, gateway, address)) return false;
  return !excluded.some((text) => {
    const apart = parseNetwork(text);
    return apart && isWithin(one, apart);
  });
}

async function namesIn(db: Target['db'], poolId: number) {
  const { rows } = await sql<{ address: string; name: string | null; waits: boolean }>`
    select host(address) as address, name, push_at is not null as waits from ptr_names where pool_id = ${poolId}
    order by ptr_names.address`.execute(db);
  return rows;
}
