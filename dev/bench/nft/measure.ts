/** Measures the rules of a node's namespace by the number of servers: their load time, and their cost for a packet. */
import { NO_FIREWALLS } from '@innkeeper/engine/network/firewalls';
import { NamespaceFloodFilter } from '@innkeeper/engine/network/flood-filter/namespace';
import type { GuardedAddress } from '@innkeeper/engine/network/flood-filter/port';
import { attachRules, baseRules, changedFirewalls, exactFirewalls } from '@innkeeper/engine/network/namespace/rules';
import { withFirewalls } from '@innkeeper/engine/network/namespace/rules/firewalls';
import { protectAddress } from '@innkeeper/engine/network/namespace/rules/protection';
import type { NicSpec } from '@innkeeper/engine/nic';
import { canonicalRules, type RuleInput } from '@innkeeper/model/firewalls';
import { defaultNetworkLimits } from '@innkeeper/model/settings';
import { type Loop, openLoop } from './loop.ts';

export interface NftCase {
  name: string;
  servers: number;
  /** Configuration of each server: a firewall of ten rules, or protection against floods with a blacklist. */
  with: 'nothing' | 'firewalls' | 'protection';
}

export interface NftFigures extends NftCase {
  /** Time in milliseconds to load all rules. */
  loadMs: number;
  /** Time in milliseconds to add one server. */
  attachMs: number;
  /** Time in milliseconds to change the firewall that all servers share, or `null` without firewalls. */
  changeMs: number | null;
  /** Nanoseconds that the rules add to a packet. */
  out: number;
  in: number;
}

export interface NftRun {
  /** One round without any rule: two namespaces, a bridge and four link ends. */
  bare: { out: number; in: number };
  cases: NftFigures[];
}

const MEASURED = 'srv-1';

/** Returns ten rules, of which the last one allows the packet. */
const rules = (first: string) =>
  canonicalRules([
    ...['22', '25', '80', '110', '143', '443', '993', '8080'].map(
      (port): RuleInput => ({ direction: 'in', protocol: 'tcp', ports: [port] }),
    ),
    { direction: 'in', protocol: 'udp', ports: [first] },
    { direction: 'in', protocol: 'udp', ports: ['7000'], networks: ['203.0.113.0/24'] },
  ]);

export async function measureNft(cases: readonly NftCase[], say: (line: string) => void): Promise<NftRun> {
  const loop = await openLoop(nic(1));
  try {
    const measured = [];
    const bare: { out: number; in: number }[] = [];
    for (const one of cases) {
      bare.push(await both(loop));
      measured.push({ ...one, ...(await load(loop.node, one)), ...(await both(loop)) });
      await loop.node.run('nft', ['flush', 'ruleset']);
      say(`${one.name}: measured`);
    }
    const min = (direction: 'in' | 'out') => Math.min(...bare.map((ns) => ns[direction]));
    const without = { out: min('out'), in: min('in') };
    return { bare: without, cases: measured.map((one) => ({ ...one, out: one.out - without.out, in: one.in - without.in })) };
  } finally {
    await loop.close();
  }
}

async function both(loop: Loop): Promise<{ out: number; in: number }> {
  return { out: await loop.around('out'), in: await loop.around('in') };
}

async function load(node: Loop['node'], { servers, with: extra }: NftCase) {
  const specs = Array.from({ length: servers }, (_, i) => nic(servers - i));
  const machines = Object.fromEntries(specs.map(({ machineId }) => [machineId, [7]]));
  const state = (version: number, port: string) => ({ firewalls: [{ id: 7, version, rules: rules(port) }], machines });
  const firewalls = extra === 'firewalls';
  const now = firewalls ? state(1, '5000') : NO_FIREWALLS;
  const all = [
    baseRules(defaultNetworkLimits),
    exactFirewalls(now, specs, []),
    ...specs.map((spec) => attachRules(withFirewalls(spec, now))),
  ];
  const protect = extra === 'protection' ? protecting(node) : async () => {};
  const more = nic(servers + 1);
  const loadMs = await timed(async () => {
    await node.nft(all.join(''));
    await protect(specs);
  });
  await node.nft('add rule inet innkeeper egress accept\n');
  const attach = async () => {
    await node.nft(attachRules(withFirewalls(more, now)));
    await protect([more]);
  };
  return {
    loadMs,
    attachMs: await timed(attach),
    changeMs: firewalls ? await timed(() => node.nft(changedFirewalls(now, state(2, '5001'), specs))) : null,
  };
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** Number of networks on the blacklist of the measured server, which is the maximum, and on that of each other server. */
const [LONGEST_LIST, LIST] = [1_000, 20];

/** Returns a function that protects these servers in addition to the previous ones, as the driver does. */
function protecting(node: Loop['node']): (specs: readonly NicSpec[]) => Promise<void> {
  const guard = new NamespaceFloodFilter({
    netns: () => node,
    turn: (act) => act(),
    inside: async () => null,
    blockSeconds: () => 300,
  });
  const guarded: GuardedAddress[] = [];
  return async (specs) => {
    if (guarded.length === 0) await guard.restore();
    const addresses = specs.flatMap((spec) => spec.addresses);
    guarded.push(...addresses.map(({ address, version }) => ({ address, version, portMbps: 1_000, protected: true })));
    await guard.setAddresses(guarded);
    const lists = specs.flatMap(({ machineId, addresses: [own] }) => {
      const blacklist = networks(machineId === MEASURED ? LONGEST_LIST : LIST);
      return protectAddress({ network: `${own?.address}/32`, revision: '1', whitelist: [], blacklist, geo: null });
    });
    await node.nft(`${lists.join('\n')}\n`);
  };
}

/** Returns networks that contain no packet of the loop. */
const networks = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `100.${64 + Math.floor(i / 128)}.${(i % 128) * 2}.0/24`);

/** Returns a card with an IPv4 address and an IPv6 prefix. */
function nic(n: number): NicSpec {
  const [high, low] = [Math.floor((n + 10) / 256), (n + 10) % 256];
  const hex = (byte: number) => byte.toString(16).padStart(2, '0');
  return {
    machineId: n === 1 ? MEASURED : `srv-${n}`,
    mac: `52:54:00:77:${hex(high)}:${hex(low)}`,
    hostname: `srv-${n}`,
    addresses: [
      { address: `10.77.${high}.${low}`, prefix: 16, gateway: '10.77.0.1', version: 4 },
      { address: `2001:db8:77:${n.toString(16)}::1`, prefix: 64, gateway: 'fe80::1', version: 6 },
    ],
    dns: [],
    limitMbps: 100_000,
  };
}
