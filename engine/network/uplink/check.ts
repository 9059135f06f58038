/**
 * Proves an uplink by packets, hop by hop: namespace, link, host, router, and through the host to the router and back. Each hop is a finding; those
 * behind the first that fails are not tried.
 */
import { addressOf, parseNetwork } from '@innkeeper/model/ip-networks';
import { type Uplink, versionOf } from '@innkeeper/model/uplink';
import { EngineError } from '../../compute/port.ts';
import type { HostFinding } from '../../host/doctor.ts';
import type { Netns } from '../netns.ts';
import type { NicSpec, Pool } from '../port.ts';
import { whatFirewallsNeed } from './firewalls.ts';
import { defaultRoute, linkOf } from './host.ts';
import { hostDevice, hostTable, INNER_DEVICE, linkAddresses } from './names.ts';
import type { UplinkPlan } from './plan.ts';
import { PROBE_BYTES } from './rules.ts';
import type { HostUplink } from './uplink.ts';

export interface UplinkCheck {
  pools: readonly Pool[];
  uplink: Uplink;
  nics: readonly NicSpec[];
  namespace: Netns;
  made: HostUplink;
}

interface Hops extends UplinkCheck {
  host: Netns;
  plan: UplinkPlan;
  findings: HostFinding[];
}

const APPLY = 'a running worker applies it within 30 seconds; see errors with ./innkeeper network show';

export async function checkUplink(check: UplinkCheck): Promise<HostFinding[]> {
  const { uplink, made, namespace } = check;
  if (uplink.mode === 'none')
    return [ok('uplink', 'none: guests have no internet access, and the network of the host is unchanged')];
  if (!(await namespace.exists())) return [bad('uplink', 'guests have no network now', APPLY)];
  try {
    const described = await made.describe(uplink, check);
    if (described === null) return [bad('uplink', `${uplink.interface} was not moved to the guests yet`, APPLY)];
    const hops: Hops = { ...check, ...described, findings: [] };
    for (const hop of [checkMade, checkLink, checkInterface]) if (!(await hop(hops))) return hops.findings;
    for (const version of [4, 6] as const) if (routesVersion(hops, version)) await checkInternet(hops, version);
    return hops.findings;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [bad('uplink', error.message, 'set another uplink with ./innkeeper network uplink')];
  }
}

async function checkMade({ findings, host, namespace, uplink }: Hops): Promise<boolean> {
  const device = hostDevice(namespace.name ?? '');
  const { code } = await host.attempt('nft', ['list', 'table', ...hostTable(namespace.name ?? '').split(' ')]);
  if ((await linkOf(host, device)) === null)
    return fail(findings, bad('uplink', `${uplink.mode} is set, but ${device} does not exist`, APPLY));
  if (code !== 0) return fail(findings, bad('uplink', `${uplink.mode} is set, but its rules do not exist`, APPLY));
  findings.push(ok('uplink', `${uplink.mode}, through ${device}`));
  return true;
}

/** By ARP, since the host's firewall may stop what is sent to the host itself. */
async function checkLink({ findings, host, namespace }: Hops): Promise<boolean> {
  const device = hostDevice(namespace.name ?? '');
  const own = (await linkOf(host, device))?.addr_info?.find(({ local }) => local.startsWith('169.254.'))?.local;
  const peer = own ?? linkAddresses(namespace.name ?? '', []).host4;
  if ((await ping(namespace, peer)) || (await isNeighbour(namespace, peer, INNER_DEVICE))) {
    findings.push(ok('link', `the namespace reaches the host (${peer})`));
    return true;
  }
  return fail(findings, bad('link', `the namespace does not reach the host (${peer})`, APPLY));
}

async function checkInterface({ findings, host, plan }: Hops): Promise<boolean> {
  const link = await linkOf(host, plan.interface);
  if (!link?.flags.includes('UP') || link.operstate === 'DOWN')
    return fail(
      findings,
      bad('interface', `${plan.interface} is down or has no carrier`, 'check the cable and set the interface up'),
    );
  for (const { name, value, unless } of plan.sysctls) {
    const now = await host.readSysctl(name);
    if (now !== value && now !== unless) return fail(findings, bad('interface', `net/${name} is ${now}, not ${value}`, APPLY));
  }
  findings.push(ok('interface', `${plan.interface} is up and forwards packets`));
  return true;
}

/** Router, then through the host to it or to the probe. */
async function checkInternet(hops: Hops, version: 4 | 6): Promise<void> {
  const { findings, host, plan, uplink } = hops;
  const another = `an IPv${version} address that answers pings, with ./innkeeper network uplink ... --probe`;
  const [router, through] = [`router IPv${version}`, `guests IPv${version}`];
  const route = await defaultRoute(host, version);
  if (route === null) {
    findings.push(bad(router, `the host has no IPv${version} default route`, 'set a default route'));
    return;
  }
  if (route.dev !== plan.interface) {
    const why = `the IPv${version} default route of the host uses ${route.dev}, but guests may only use ${plan.interface}`;
    findings.push(bad(router, why, `set a default route through ${plan.interface}, or set --interface ${route.dev}`));
    return;
  }
  const probe = uplink.probe.find((one) => versionOf(one) === version);
  const target = probe ?? route.gateway ?? null;
  if (target === null) {
    findings.push(poor(router, `the default route through ${route.dev} has no router`, `set ${another}`));
    return;
  }
  const answers = await ping(host, target, plan.interface);
  if (route.gateway !== undefined && !answers && !(await isNeighbour(host, route.gateway, route.dev))) {
    findings.push(
      bad(
        router,
        `${route.gateway} does not answer the host through ${route.dev}`,
        'check the cable, the VLAN and the default route',
      ),
    );
    return;
  }
  if (!answers) {
    const why = `${target} does not answer pings of the host, so guests cannot be tested`;
    findings.push(poor(router, why, `set ${another}`));
    return;
  }
  findings.push(ok(router, `${target} answers the host`));
  // Such an address is of one link alone. On the guests' link another has it: the host itself.
  if (target.startsWith('fe80:')) {
    findings.push(poor(through, `guests cannot ping ${target}, which is link-local`, `set ${another}`));
    return;
  }
  findings.push(await checkThrough(hops, { name: through, version, target }));
}

/** From the namespace, as a guest's packets go, with counters of the host that say where they are lost. */
async function checkThrough(hops: Hops, { name, version, target }: { name: string; version: 4 | 6; target: string }) {
  const { host, namespace, uplink, pools } = hops;
  const source = sourceOf(hops, version);
  if (source === null)
    return poor(name, 'no server has an address yet, so no packet can be sent from one', 'check again with the first server');
  const before = await counters(hops);
  const send = () => ping(namespace, target, source.own ? source.address : undefined);
  if (await (source.address === undefined || source.own ? send() : asGuest(namespace, source.address, send)))
    return ok(name, `packets of guests reach ${target} and are answered`);
  const after = await counters(hops);
  const firewalls = await whatFirewallsNeed(host, namespace.name ?? '');
  const needed =
    firewalls.length > 0 ? firewalls.join('; ') : 'look for rules or filters of the host that drop forwarded packets';
  if (after.sent === before.sent) return bad(name, `a firewall of the host drops packets of guests to ${target}`, needed);
  if (after.back > before.back) return bad(name, `a firewall of the host drops the answers of ${target}`, needed);
  if (uplink.mode === 'nat')
    return bad(name, `${target} answers the host, but not the guests behind it`, 'ask the operator of the router');
  const cidrs = pools.map(({ cidr }) => cidr).filter((cidr) => versionOf(cidr) === version);
  return bad(
    name,
    `packets of guests leave the host, but no answer of ${target} to ${source.address} returns`,
    uplink.on_link
      ? 'the router must resolve the addresses of the guests on this link, and accept several addresses on one port'
      : `the router must route ${cidrs.join(', ')} to this host`,
  );
}

/**
 * Whom the router shall answer: the namespace's own address in a pool that is routed here, else a server's, or one of the pool; no address:
 * the host (nat). Null: nobody could be answered yet.
 */
function sourceOf({ uplink, pools, nics }: Hops, version: 4 | 6): { address?: string; own: boolean } | null {
  if (uplink.mode === 'nat') return { own: false };
  const of = (addresses: readonly string[]) => addresses.find((one) => versionOf(one) === version && !one.startsWith('fe80:'));
  const [gateway, server] = [of(pools.map((pool) => pool.gateway)), of(nics.flatMap(addressesOfNic))];
  if (uplink.on_link) return server === undefined ? null : { address: server, own: false };
  if (gateway !== undefined) return { address: gateway, own: true };
  const network = parseNetwork(of(pools.map(({ cidr }) => cidr)) ?? '');
  if (server === undefined && network === undefined) return null;
  return { address: server ?? addressOf(version, (network?.first ?? 0n) + 1n), own: false };
}

const addressesOfNic = ({ addresses }: NicSpec): string[] => addresses.map(({ address }) => address);

/** What the namespace itself sends has the guest's address meanwhile; the answers come to the namespace. */
async function asGuest<T>(namespace: Netns, address: string, act: () => Promise<T>): Promise<T> {
  const [table, chain] = ['inet innkeeper-probe', 'out'];
  const [family, own] = versionOf(address) === 4 ? ['ip', '169.254.0.0/16'] : ['ip6', 'fc00::/7'];
  await namespace.nft(
    [
      ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
      `add chain ${table} ${chain} { type nat hook postrouting priority srcnat; }`,
      `add rule ${table} ${chain} oifname "${INNER_DEVICE}" ${family} saddr ${own} snat ${family} to ${address}`,
    ].join('\n'),
  );
  try {
    return await act();
  } finally {
    await namespace.nft(`delete table ${table}`);
  }
}

function routesVersion({ plan, pools }: Hops, version: 4 | 6): boolean {
  const speaks = plan.inside.some((line) => line.startsWith(version === 4 ? 'route replace 0.0.0.0/0' : 'route replace ::/0'));
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

/** Until one is answered, for a second: the first may be lost while a neighbour is looked for. `from`: an address or a device. */
async function ping(netns: Netns, address: string, from?: string): Promise<boolean> {
  const source = from === undefined ? [] : ['-I', from];
  const args = ['-n', '-q', '-c', '1', '-w', '1', '-i', '0.2', '-s', String(PROBE_BYTES), ...source, address];
  return (await netns.attempt('ping', args)).code === 0;
}

async function isNeighbour(netns: Netns, address: string, device: string): Promise<boolean> {
  const [neighbour] = await netns.ipJson<{ lladdr?: string }>('neighbour', 'show', 'to', address, 'dev', device);
  return neighbour?.lladdr !== undefined;
}

function fail(findings: HostFinding[], finding: HostFinding): false {
  findings.push(finding);
  return false;
}

const ok = (name: string, why: string): HostFinding => ({ name, ok: true, why, remedy: null });
const poor = (name: string, why: string, remedy: string): HostFinding => ({ name, ok: 'warn', why, remedy });
const bad = (name: string, why: string, remedy: string): HostFinding => ({ name, ok: false, why, remedy });
