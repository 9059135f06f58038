import { isIP } from 'node:net';
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DnsSettings, restartDns } from '@innkeeper/db/tables/dns-settings';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { isPublicAddress } from '@innkeeper/model/outgoing-http/public-address';
import type { OperatorCx } from '../context.ts';
import { dnsView } from './view.ts';

/**
 * Changes the DNS settings. A new server receives all names, and the previous server keeps its names. Throws `validation` with the field.
 */
export async function setDns(cx: OperatorCx, input: OperatorInput<'setDns'>): Promise<OperatorResult<'setDns'>> {
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

function changesOf({ driver, resolvers, ...rest }: OperatorInput<'setDns'>): Changes {
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
