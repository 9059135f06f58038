/**
 * Tests an uplink with packets, hop by hop: namespace, link, host, router, and through the host to the router and back. Each hop is a
 * finding. Hops after the first failure are not tested.
 */
import { addressOf, isWithin, parseNetwork } from '@innkeeper/model/net/ip-networks';
import { type Uplink, versionOf } from '@innkeeper/model/net/uplink';
import { EngineError } from '../../error.ts';
import type { HostFinding } from '../../host/finding.ts';
import type { NicSpec } from '../../nic.ts';
import { BRIDGE } from '../namespace/names.ts';
import { TRACKED_MARK } from '../namespace/rules/protection.ts';
import type { Netns } from '../netns.ts';
import type { Pool } from '../port.ts';
import { listFirewallRemedies } from './firewalls.ts';
import { defaultRoute, linkOf } from './host.ts';
import { hostDevice, hostTable, INNER_DEVICE, linkAddresses } from './names.ts';
import type { UplinkPlan } from './plan.ts';
import { PROBE_BYTES } from './rules.ts';
import { explainDifference } from './shared-link.ts';
import type { HostUplink } from './uplink.ts';

export interface UplinkCheck {
  pools: readonly Pool[];
  uplink: Uplink;
  nics: readonly NicSpec[];
  namespace: Netns;
  hostUplink: HostUplink;
}

interface Hops extends UplinkCheck {
  host: Netns;
  plan: UplinkPlan;
  findings: HostFinding[];
}

const APPLY = 'a running worker applies it within 30 seconds; see errors with ./innkeeper network show';

/** Runs the check. Returns a finding per tested hop. */
export async function checkUplink(check: UplinkCheck): Promise<HostFinding[]> {
  const { uplink, hostUplink, namespace } = check;
  if (uplink.mode === 'none')
    return [success('uplink', 'none: guests have no internet access, and the network of the host is unchanged')];
  if (!(await namespace.exists())) return [failure('uplink', 'guests have no network now', APPLY)];
  try {
    const described = await hostUplink.describe(uplink, check);
    if (described === null) return [failure('uplink', `${uplink.interface} was not moved to the guests yet`, APPLY)];
    const hops: Hops = { ...check, ...described, findings: [] };
    for (const hop of [checkApplied, checkLink, checkOtherNodes, checkInterface]) if (!(await hop(hops))) return hops.findings;
    for (const version of [4, 6] as const) if (routesVersion(hops, version)) await checkInternet(hops, version);
    return hops.findings;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [failure('uplink', error.message, 'set another uplink with ./innkeeper network uplink')];
  }
}

async function checkApplied({ findings, host, namespace, uplink }: Hops): Promise<boolean> {
  const device = hostDevice(namespace.name ?? '');
  const { code } = await host.attempt('nft', ['list', 'table', ...hostTable(namespace.name ?? '').split(' ')]);
  if ((await linkOf(host, device)) === null)
    return addFailure(findings, failure('uplink', `${uplink.mode} is set, but ${device} does not exist`, APPLY));
  if (code !== 0) return addFailure(findings, failure('uplink', `${uplink.mode} is set, but its rules do not exist`, APPLY));
  findings.push(success('uplink', `${uplink.mode}, through ${device}`));
  return true;
}

/** Tests the link by ARP too, because the host's firewall may drop packets to the host itself. */
async function checkLink({ findings, host, namespace }: Hops): Promise<boolean> {
  const device = hostDevice(namespace.name ?? '');
  const own = (await linkOf(host, device))?.addr_info?.find(({ local }) => local.startsWith('169.254.'))?.local;
  const peer = own ?? linkAddresses(namespace.name ?? '', []).host4;
  if ((await ping(namespace, peer)) || (await isNeighbour(namespace, peer, INNER_DEVICE))) {
    findings.push(success('link', `the namespace reaches the host (${peer})`));
    return true;
  }
  return addFailure(findings, failure('link', `the namespace does not reach the host (${peer})`, APPLY));
}

/** Tests on a shared link that the namespace sends packets for other nodes to the host. */
async function checkOtherNodes({ findings, namespace, plan }: Hops): Promise<boolean> {
  if (plan.sharedLink === undefined) return true;
  const why = await explainDifference(namespace, plan.sharedLink);
  if (why !== null) return addFailure(findings, failure('other nodes', `servers of other nodes are not reached: ${why}`, APPLY));
  findings.push(success('other nodes', 'addresses of a pool without a server here lead to the link of the host'));
  return true;
}

async function checkInterface({ findings, host, plan }: Hops): Promise<boolean> {
  const link = await linkOf(host, plan.interface);
  if (!link?.flags.includes('UP') || link.operstate === 'DOWN')
    return addFailure(
      findings,
      failure('interface', `${plan.interface} is down or has no carrier`, 'check the cable and set the interface up'),
    );
  for (const { name, value, acceptedValue } of plan.sysctls) {
    const now = await host.readSysctl(name);
    if (now !== value && now !== acceptedValue)
      return addFailure(findings, failure('interface', `net/${name} is ${now}, not ${value}`, APPLY));
  }
  findings.push(success('interface', `${plan.interface} is up and forwards packets`));
  return true;
}

/** Tests the router, then the path through the host to the router or probe. */
async function checkInternet(hops: Hops, version: 4 | 6): Promise<void> {
  const { findings, host, plan, uplink } = hops;
  const another = `an IPv${version} address that answers pings, with ./innkeeper network uplink ... --probe`;
  const [router, through] = [`router IPv${version}`, `guests IPv${version}`];
  const route = await defaultRoute(host, version);
  if (route === null) {
    findings.push(failure(router, `the host has no IPv${version} default route`, 'set a default route'));
    return;
  }
  if (route.dev !== plan.interface) {
    const why = `the IPv${version} default route of the host uses ${route.dev}, but guests may only use ${plan.interface}`;
    findings.push(failure(router, why, `set a default route through ${plan.interface}, or set --interface ${route.dev}`));
    return;
  }
  const probe = uplink.probe.find((one) => versionOf(one) === version);
  const target = probe ?? route.gateway ?? null;
  if (target === null) {
    findings.push(warning(router, `the default route through ${route.dev} has no router`, `set ${another}`));
    return;
  }
  const answers = await ping(host, target, plan.interface);
  if (route.gateway !== undefined && !answers && !(await isNeighbour(host, route.gateway, route.dev))) {
    findings.push(
      failure(
        router,
        `${route.gateway} does not answer the host through ${route.dev}`,
        'check the cable, the VLAN and the default route',
      ),
    );
    return;
  }
  if (!answers) {
    const why = `${target} does not answer pings of the host, so guests cannot be tested`;
    findings.push(warning(router, why, `set ${another}`));
    return;
  }
  findings.push(success(router, `${target} answers the host`));
  const why = await explainUntestable(hops.namespace, target);
  if (why !== null) {
    findings.push(warning(through, why, `set ${another}`));
    return;
  }
  findings.push(await checkThrough(hops, { name: through, version, target }));
}

/** Returns why no packet from the namespace can reach the target, or `null` if one can. */
async function explainUntestable(namespace: Netns, target: string): Promise<string | null> {
  // A link-local address is valid on one link only. On the guests' link the host itself has this address.
  if (target.startsWith('fe80:')) return `guests cannot ping ${target}, which is link-local`;
  const bridge = await linkOf(namespace, BRIDGE);
  if (!bridge?.addr_info?.some(({ local }) => local === target)) return null;
  // The namespace would answer its own ping.
  return `not tested: ${target} is also the gateway of a pool, so the guests' network has this address itself`;
}

/** Sends packets from the namespace like a guest. Counters on the host show where packets are lost. */
async function checkThrough(hops: Hops, { name, version, target }: { name: string; version: 4 | 6; target: string }) {
  const { host, namespace, uplink, pools } = hops;
  const source = sourceOf(hops, version);
  if (source === null)
    return warning(name, 'no server has an address yet, so no packet can be sent from one', 'check again with the first server');
  const before = await counters(hops);
  const send = () => ping(namespace, target, source.own ? source.address : undefined);
  if (await (source.address === undefined || source.own ? send() : withGuestSource(namespace, source.address, send)))
    return success(name, `packets of guests reach ${target} and are answered`);
  const after = await counters(hops);
  const firewalls = await listFirewallRemedies(host, namespace.name ?? '');
  const needed =
    firewalls.length > 0 ? firewalls.join('; ') : 'look for rules or filters of the host that drop forwarded packets';
  if (after.sent === before.sent) return failure(name, `a firewall of the host drops packets of guests to ${target}`, needed);
  if (after.back > before.back) return failure(name, `a firewall of the host drops the answers of ${target}`, needed);
  if (uplink.mode === 'nat')
    return failure(name, `${target} answers the host, but not the guests behind it`, 'ask the operator of the router');
  const cidrs = pools.map(({ cidr }) => cidr).filter((cidr) => versionOf(cidr) === version);
  return failure(
    name,
    `packets of guests leave the host, but no answer of ${target} to ${source.address} returns`,
    uplink.on_link
      ? 'the router must resolve the addresses of the guests on this link, and accept several addresses on one port'
      : `the router must route ${cidrs.join(', ')} to this host`,
  );
}

/**
 * Returns the source address that the router can reply to. A routed pool's own address in the namespace comes first, then a server's
 * address, then the pool's first host address. No `address` means that the host's address is used (nat). `null` if nothing could receive a
 * reply yet.
 */
function sourceOf({ uplink, pools, nics }: Hops, version: 4 | 6): { address?: string; own: boolean } | null {
  if (uplink.mode === 'nat') return { own: false };
  const of = (addresses: readonly string[]) => addresses.find((one) => versionOf(one) === version && !one.startsWith('fe80:'));
  const [gateway, server] = [of(pools.map((pool) => pool.gateway)), of(addressesIn(pools, nics))];
  if (uplink.on_link) return server === undefined ? null : { address: server, own: false };
  if (gateway !== undefined) return { address: gateway, own: true };
  const network = parseNetwork(of(pools.map(({ cidr }) => cidr)) ?? '');
  if (server === undefined && network === undefined) return null;
  return { address: server ?? addressOf(version, (network?.first ?? 0n) + 1n), own: false };
}

/** Lists the servers' addresses that belong to one of the pools. The host's rules drop packets from all others. */
function addressesIn(pools: readonly Pool[], nics: readonly NicSpec[]): string[] {
  const networks = pools.flatMap(({ cidr }) => parseNetwork(cidr) ?? []);
  return nics
    .flatMap(({ addresses }) => addresses.map(({ address }) => address))
    .filter((address) => {
      const parsed = parseNetwork(address);
      return parsed !== undefined && networks.some((network) => isWithin(parsed, network));
    });
}

/** Runs `act` while packets of the namespace use the guest's address as source. Replies come to the namespace. */
async function withGuestSource<T>(namespace: Netns, address: string, act: () => Promise<T>): Promise<T> {
  const [table, chain] = ['inet innkeeper-probe', 'out'];
  const [family, own, icmp] = versionOf(address) === 4 ? ['ip', '169.254.0.0/16', 'icmp'] : ['ip6', 'fc00::/7', 'icmpv6'];
  await namespace.nft(
    [
      ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
      `add chain ${table} ${chain} { type nat hook postrouting priority srcnat; }`,
      `add rule ${table} ${chain} oifname "${INNER_DEVICE}" ${family} saddr ${own} snat ${family} to ${address}`,
      // Otherwise the reply of an address without a firewall is not tracked, and goes to the guest.
      `add chain ${table} back { type filter hook prerouting priority -310; policy accept; }`,
      `add rule ${table} back iifname "${INNER_DEVICE}" ${family} daddr ${address} ${icmp} type echo-reply meta mark set meta mark or ${TRACKED_MARK}`,
    ].join('\n'),
  );
  try {
    return await act();
  } finally {
    await namespace.nft(`delete table ${table}`);
  }
}

function routesVersion({ plan, pools }: Hops, version: 4 | 6): boolean {
  const speaks = plan.namespaceCommands.some((line) =>
    line.startsWith(version === 4 ? 'route replace 0.0.0.0/0' : 'route replace ::/0'),
  );
  return speaks && pools.some(({ cidr }) => versionOf(cidr) === version);
}

async function counters({ host, namespace }: Hops): Promise<{ sent: number; back: number }> {
  const { stdout } = await host.attempt('nft', [
    '-j',
    'list',
    'counters',
    'table',
    ...hostTable(namespace.name ?? '').split(' '),
  ]);
  const { nftables } = (stdout === '' ? { nftables: [] } : JSON.parse(stdout)) as {
    nftables: { counter?: { name: string; packets: number } }[];
  };
  const of = (name: string) => nftables.find(({ counter }) => counter?.name === name)?.counter?.packets ?? 0;
  return { sent: of('sent'), back: of('back') };
}

/**
 * Pings for at most a second until a reply arrives, because the first packet may be lost during neighbour discovery. `from` is an address
 * or a device.
 */
async function ping(netns: Netns, address: string, from?: string): Promise<boolean> {
  const source = from === undefined ? [] : ['-I', from];
  const args = ['-n', '-q', '-c', '1', '-w', '1', '-i', '0.2', '-s', String(PROBE_BYTES), ...source, address];
  return (await netns.attempt('ping', args)).code === 0;
}

async function isNeighbour(netns: Netns, address: string, device: string): Promise<boolean> {
  const [neighbour] = await netns.ipJson<{ lladdr?: string }>('neighbour', 'show', 'to', address, 'dev', device);
  return neighbour?.lladdr !== undefined;
}

function addFailure(findings: HostFinding[], finding: HostFinding): false {
  findings.push(finding);
  return false;
}

const success = (name: string, why: string): HostFinding => ({ name, ok: true, why, remedy: null });
const warning = (name: string, why: string, remedy: string): HostFinding => ({ name, ok: 'warn', why, remedy });
const failure = (name: string, why: string, remedy: string): HostFinding => ({ name, ok: false, why, remedy });
