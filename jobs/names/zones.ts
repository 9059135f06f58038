/**
 * Creates the zones of pools on the DNS server. For zones smaller than a /24, also creates the delegation if the parent zone is on the same
 * server.
 */
import type { DnsSettings } from '@innkeeper/db/tables/dns-settings';
import { forEachDue } from '@innkeeper/db/tables/due';
import { DnsError, type DnsServer, type RecordChange, type Zone } from '@innkeeper/engine/dns/port';
import { delegationOf, type ReverseZone, reverseZones } from '@innkeeper/model/net/reverse-names';
import type { DnsContext } from '../job.ts';

/** Creates missing zones. Throws if the server is unavailable. A refused zone opens an alert and does not delay others. */
export async function makeZones(cx: DnsContext, server: DnsServer, settings: DnsSettings): Promise<void> {
  let outageError: DnsError | undefined;
  await forEachDue(cx, {
    name: 'make-zones',
    kind: 'ip_pool',
    find: (except) =>
      cx.db
        .selectFrom('ip_pools')
        .select(['id', 'cidr'])
        .where('zones_made_at', 'is', null)
        .$if(except.length > 0, (query) => query.where('id', 'not in', [...except]))
        .orderBy('id')
        .execute(),
    async act({ id, cidr }) {
      try {
        for (const zone of reverseZones(cidr)) await makeZone(server, zone, settings);
      } catch (error) {
        if (!(error instanceof DnsError) || error.kind !== 'away') throw error;
        outageError = error;
        return 'full';
      }
      await cx.db.updateTable('ip_pools').set({ zones_made_at: cx.clock.now() }).where('id', '=', id).execute();
      return true;
    },
  });
  if (outageError) throw outageError;
}

async function makeZone(server: DnsServer, zone: ReverseZone, settings: DnsSettings): Promise<void> {
  await server.createZone(zoneFor(zone, settings));
  if (zone.parent !== null) await addDelegation(server, zone, zone.parent, settings);
}

/**
 * Adds a CNAME for each address whose name is missing in the parent zone, because existing records belong to the operator. With any new
 * CNAME, also sets the zone's NS records in the parent zone.
 */
async function addDelegation(
  server: DnsServer,
  zone: ReverseZone,
  parent: string,
  { nameservers, ttl }: DnsSettings,
): Promise<void> {
  const there = await server.records(parent);
  if (!there) return;
  const missing = delegationOf(zone).filter(({ name }) => !there.has(name));
  if (missing.length === 0) return;
  const changes: RecordChange[] = [
    { name: zone.name, type: 'NS', content: nameservers, ttl },
    ...missing.map(({ name, target }): RecordChange => ({ name, type: 'CNAME', content: [target], ttl })),
  ];
  await server.change(parent, changes);
}

export function zoneFor({ name }: ReverseZone, { nameservers, contact, notify }: DnsSettings): Zone {
  return { name, nameservers, contact: contact ?? `hostmaster@${nameservers[0]}`, notify };
}
