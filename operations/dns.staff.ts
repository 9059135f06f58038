/** Returns the DNS settings and the state of pending names. */

import { isIP } from 'node:net';
import type { Database } from '@innkeeper/db/schema';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DnsSettings, dnsSettings, restartDns } from '@innkeeper/db/tables/dns-settings';
import { countNames } from '@innkeeper/db/tables/ptr-names';
import { audit } from '@innkeeper/domain/audit';
import { Failure, invalid } from '@innkeeper/model/failures';
import { type ReverseZone, reverseZones } from '@innkeeper/model/net/reverse-names';
import { isPublicAddress } from '@innkeeper/model/outgoing-http/public-address';
import type { Kysely, Selectable } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

export async function showDns({ db }: StaffCx): Promise<StaffReply<'showDns'>> {
  return dnsView(db);
}

/**
 * Changes the DNS settings. A new server receives all names, and the previous server keeps its names. Throws `validation` with the field.
 */
export async function setDns(cx: StaffCx, input: StaffInput<'setDns'>): Promise<StaffReply<'setDns'>> {
  const before = await cx.db.selectFrom('dns_settings').selectAll().forUpdate().executeTakeFirstOrThrow();
  const changes = changesOf(input);
  if (Object.keys(changes).length === 0) throw invalid('driver', 'Name at least one setting to change.');
  const after: DnsSettings = { ...before, ...changes };
  refuseIncomplete(after);
  await cx.db.updateTable('dns_settings').set(changes).execute();
  const isServerChanged = (['driver', 'url', 'server'] as const).some((field) => before[field] !== after[field]);
  if (isServerChanged) {
    const now = cx.clock.now();
    await restartDns(cx.db, now);
    // These alerts concern the previous server. The new server opens its own alerts, and without a server nothing else would resolve the
    // old ones.
    for (const kind of ['dns_away', 'name_refused'] as const) await resolveAlerts(cx.db, { kind }, now);
  }
  await audit(cx, 'setDns', null, { ...changes });
  return dnsView(cx.db);
}

type Changes = Partial<
  Pick<
    DnsSettings,
    'driver' | 'url' | 'server' | 'nameservers' | 'contact' | 'notify' | 'ttl' | 'forward_confirmed' | 'resolvers'
  >
>;

function changesOf({ driver, resolvers, ...rest }: StaffInput<'setDns'>): Changes {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Changes;
  return {
    ...named,
    ...(driver && { driver: driver === 'none' ? null : driver }),
    ...(resolvers && { resolvers: resolvers.filter((one) => one !== 'none') }),
  };
}

function refuseIncomplete({ driver, url, nameservers }: DnsSettings): void {
  if (driver === 'powerdns' && url === null) throw invalid('url', 'Name the URL of the PowerDNS API.');
  if (driver !== null && nameservers.length === 0)
    throw invalid('nameservers', 'Name the name server of the zones, such as ns1.example.net.');
  if (url !== null && !isSafe(new URL(url)))
    throw invalid('url', 'The URL must begin with https://, because the key would otherwise be sent in clear text.');
}

/** Returns whether the URL uses TLS, or a host that is not reached over the internet. */
function isSafe({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host));
}

interface CheckedPool extends Pick<Selectable<Database['ip_pools']>, 'name' | 'cidr' | 'gateway'> {
  zones: ReverseZone[];
}

/** Returns the settings and pools to check. The command sends the DNS queries after the transaction. */
export async function checkDns({ db }: StaffCx): Promise<{ settings: DnsSettings; pools: CheckedPool[] }> {
  const pools = await db.selectFrom('ip_pools').select(['name', 'cidr', 'gateway']).orderBy('version').orderBy('cidr').execute();
  return { settings: await dnsSettings(db), pools: pools.map((pool) => ({ ...pool, zones: reverseZones(pool.cidr) })) };
}

/** Requests a push of all names, which a worker begins within seconds. Throws `wrong_state` if no DNS server is set. */
export async function pushDns(cx: StaffCx): Promise<StaffReply<'pushDns'>> {
  if ((await dnsSettings(cx.db)).driver === null)
    throw new Failure('wrong_state', { message: 'No DNS server is set. Set one: ./innkeeper dns set --driver powerdns' });
  await restartDns(cx.db, cx.clock.now());
  await audit(cx, 'pushDns', null);
  return dnsView(cx.db);
}

async function dnsView(db: Kysely<Database>) {
  const { driver, url, server, nameservers, contact, notify, ttl, forward_confirmed, resolvers, ...state } =
    await dnsSettings(db);
  const { names: total, waiting, refused, error } = await countNames(db);
  const pools = await db.selectFrom('ip_pools').select(['name', 'cidr']).orderBy('version').orderBy('cidr').execute();
  const { away_since: since, away_error, retry_at } = state;
  return {
    driver: driver ?? ('none' as const),
    url,
    server,
    nameservers,
    contact,
    notify,
    ttl,
    forward_confirmed,
    resolvers,
    away: driver === null || since === null ? null : { since, error: away_error ?? '', retry_at },
    names: { total, waiting, refused, error },
    zones: pools.flatMap(({ name: pool, cidr }) => reverseZones(cidr).map(({ name, parent }) => ({ pool, name, parent }))),
  };
}
