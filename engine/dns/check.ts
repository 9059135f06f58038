/** Checks a DNS server and the delegation of its zones, for people who set it up. */
import { addressOf } from '@innkeeper/model/net/ip-networks';
import { delegationOf, type ReverseZone } from '@innkeeper/model/net/reverse-names';
import { isPublicAddress } from '@innkeeper/model/outgoing-http/public-address';
import type { HostFinding } from '../host/finding.ts';
import { DnsError, type DnsServer } from './port.ts';
import type { DnsResolver } from './resolver.ts';

export interface DnsCheck {
  server: DnsServer;
  resolver: DnsResolver;
  zones: readonly ReverseZone[];
  nameservers: readonly string[];
}

/** Maximum number of zones whose delegation is checked. */
const MAX_ZONES = 64;

/**
 * Checks that the server has the zones, and that resolvers find them. Returns a finding per missing zone and per checked
 * delegation, plus one for the server. If the server is unavailable, returns only that finding.
 */
export async function checkDnsZones({ server, resolver, zones, nameservers }: DnsCheck): Promise<HostFinding[]> {
  const findings: HostFinding[] = [];
  const existingZones: ReverseZone[] = [];
  for (const zone of zones) {
    try {
      if (await server.records(zone.name)) existingZones.push(zone);
      else
        findings.push({
          name: 'zone',
          ok: false,
          why: `${zone.name} does not exist`,
          remedy: 'a worker creates it within seconds; start again with ./innkeeper dns push',
        });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const finding = { name: 'DNS server', ok: false as const, why, remedy: 'check its address, its key and whether it runs' };
      if (error instanceof DnsError && error.kind === 'away') return [finding];
      findings.push(finding);
    }
  }
  findings.push({ name: 'DNS server', ok: true, why: `has ${existingZones.length} of ${zones.length} zones`, remedy: null });
  const asked = existingZones.slice(0, MAX_ZONES);
  findings.push(...(await Promise.all(asked.map((zone) => checkDelegation(resolver, zone, nameservers)))));
  return findings;
}

/** Returns whether resolvers find the zone, and if not, the remedy. */
async function checkDelegation(resolver: DnsResolver, zone: ReverseZone, nameservers: readonly string[]): Promise<HostFinding> {
  const name = 'delegation';
  if (!isPublicAddress(addressOf(zone.version, zone.first)))
    return {
      name,
      ok: true,
      why: `${zone.name} belongs to a private network, so only your own resolvers can know it`,
      remedy: null,
    };
  try {
    const [first] = delegationOf(zone).slice(1);
    if (first) {
      const target = await resolver.alias(first.name);
      if (target === first.target) return { name, ok: true, why: `${zone.parent} points to ${zone.name}`, remedy: null };
      const remedy = `ask the operator of ${zone.parent} to add the records that ./innkeeper pool export-zone prints`;
      return { name, ok: 'warn', why: `${first.name} ${target === null ? 'points nowhere' : `points to ${target}`}`, remedy };
    }
    const found = await resolver.nameservers(zone.name);
    if (found.some((one) => nameservers.includes(one))) return { name, ok: true, why: `${zone.name} is delegated`, remedy: null };
    const remedy = `ask the provider of your network to delegate ${zone.name} to ${nameservers.join(' and ')}`;
    return {
      name,
      ok: 'warn',
      why: found.length === 0 ? `${zone.name} is not delegated` : `${zone.name} is delegated to ${found.join(', ')}`,
      remedy,
    };
  } catch (error) {
    const why = `the delegation of ${zone.name} cannot be resolved: ${error instanceof Error ? error.message : String(error)}`;
    return { name, ok: 'warn', why, remedy: 'set resolvers with ./innkeeper dns set --resolvers 192.0.2.53' };
  }
}
