import type { Database } from '@innkeeper/db/schema';
import { type DnsSettings, dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { type ReverseZone, reverseZones } from '@innkeeper/model/reverse-names';
import type { Selectable } from 'kysely';
import type { OperatorCx } from '../context.ts';

export interface CheckedPool extends Pick<Selectable<Database['ip_pools']>, 'name' | 'cidr' | 'gateway'> {
  zones: ReverseZone[];
}

/** Returns the settings and pools to check. The command sends the DNS queries after the transaction. */
export async function checkDns({ db }: OperatorCx): Promise<{ settings: DnsSettings; pools: CheckedPool[] }> {
  const pools = await db.selectFrom('ip_pools').select(['name', 'cidr', 'gateway']).orderBy('version').orderBy('cidr').execute();
  return { settings: await dnsSettings(db), pools: pools.map((pool) => ({ ...pool, zones: reverseZones(pool.cidr) })) };
}
