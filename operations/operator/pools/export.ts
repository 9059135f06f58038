import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { invalid } from '@innkeeper/model/failures';
import { reverseZones } from '@innkeeper/model/reverse-names';
import { delegationText, zoneText } from '@innkeeper/model/zone-files';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { noPool } from './view.ts';

/**
 * Returns the reverse zones of a pool as text, with the delegations to request. Throws `not_found`, and `validation` if no name server is
 * known.
 */
export async function exportPool(
  { db, clock }: OperatorCx,
  input: OperatorInput<'exportPool'>,
): Promise<OperatorResult<'exportPool'>> {
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
