/**
 * What counts the traffic to addresses and blocks who floods them, as scripts of nftables. Pure. Each packet costs a few look-ups in hash sets,
 * however many addresses there are: those with ports of one speed share a chain, and what differs by address is an element.
 *
 *     measure   counts by kind of traffic (model/attacks/traffic.ts) what came, and remembers whom the guests send to
 *     blocks    drops what comes from blocked sources
 *     guard     sources that go past their limit are blocked at once; what all together send past the address's limit is dropped, and
 *               connections past it are answered by the proxy, so that forged sources cost the address nothing
 *     passed    counts what is left
 */
import { limitsOf, PEER_SECONDS, type PortSpeed } from '@innkeeper/model/attacks/limits';
import { TRAFFIC_KINDS } from '@innkeeper/model/attacks/traffic';
import { BRIDGE } from '../namespace/names.ts';
import { GUARD as TABLE, TRACKED_MARK } from '../namespace/rules/protection.ts';
import { SAMPLED } from './port.ts';

export { TABLE };

type Version = 4 | 6;
const VERSIONS: readonly Version[] = [4, 6];

/** A source, or an address of ours, of IPv6 its 64 bits: who has a prefix has all addresses in it. */
const key = (version: Version, side: 'saddr' | 'daddr'): string =>
  version === 4 ? `ip ${side}` : `ip6 ${side} & ffff:ffff:ffff:ffff::`;
const pair = (version: Version): string => `${key(version, 'saddr')} . ${key(version, 'daddr')}`;
const type = (version: Version): string => `ipv${version}_addr`;

/** So many sources, or peers, are remembered at a time. What goes past it is judged by the limit of all together. */
const MOST_PAIRS = 65_535;
const MOST_BLOCKED = 16_384;
const MOST_FLOWS = 8_192;
const MOST_ADDRESSES = 131_072;

/** What had no packet for so long is not listed any more. */
const COUNTED_SECONDS = 60;
const FLOW_SECONDS = 20;
const PROXY_SECONDS = 10;
/** Of the set of blocked sources, which no change of the configuration can change. Each element has its own. */
const SET_SECONDS = 300;

const dynamic = (name: string, types: string, options: { size: number; seconds: number; counter?: boolean }): string =>
  `add set ${TABLE} ${name} { type ${types}; flags dynamic,timeout; size ${options.size}; timeout ${options.seconds}s; ${options.counter ? 'counter; ' : ''}}`;

const COUNTER = { size: MOST_ADDRESSES, seconds: COUNTED_SECONDS, counter: true };
const SYN = 'tcp flags & (syn | ack | rst | fin) == syn';

/** Sets and chains that are always there; `blocks` and `guard` are entered for what no whitelist lets through (namespace/rules/protection.ts). */
export function guardBase(blockSeconds: number): string[] {
  return [...VERSIONS.flatMap(setsOf), ...VERSIONS.flatMap((v) => measuring(v, blockSeconds)), ...entries()];
}

function setsOf(v: Version): string[] {
  const one = type(v);
  const two = `${one} . ${one}`;
  return [
    `add set ${TABLE} local${v} { type ${one}; }`,
    `add set ${TABLE} sampled${v} { type ${one}; }`,
    `add map ${TABLE} guarded${v} { type ${one} : verdict; }`,
    `add set ${TABLE} tracked${v} { type ${one}; }`,
    dynamic(`peers-tcp${v}`, two, { size: MOST_PAIRS, seconds: PEER_SECONDS }),
    dynamic(`peers${v}`, two, { size: MOST_PAIRS, seconds: PEER_SECONDS }),
    ...[...TRAFFIC_KINDS, 'passed'].map((kind) => dynamic(counterSet(kind, v), one, COUNTER)),
    dynamic(`flows${v}`, `${two} . inet_proto . inet_service`, { size: MOST_FLOWS, seconds: FLOW_SECONDS, counter: true }),
    dynamic(`flows-other${v}`, `${two} . inet_proto`, { size: MOST_FLOWS, seconds: FLOW_SECONDS, counter: true }),
    dynamic(`blocked${v}`, two, { size: MOST_BLOCKED, seconds: SET_SECONDS }),
    dynamic(`proxied${v}`, one, { size: MOST_ADDRESSES, seconds: PROXY_SECONDS }),
  ];
}

export const counterSet = (kind: string, version: Version): string => `in-${kind.replace('_', '-')}${version}`;

function measuring(v: Version, blockSeconds: number): string[] {
  const count = (kind: string): string => `update @${counterSet(kind, v)} { ${key(v, 'daddr')} } goto flows-of${v}`;
  return [
    ...chain(`peers-of${v}`, [
      // Neither answers to who begins a connection nor refusals: they may go to forged sources.
      `meta l4proto tcp tcp flags & (syn | rst) == 0 update @peers-tcp${v} { ${key(v, 'daddr')} . ${key(v, 'saddr')} }`,
      'meta l4proto { tcp, icmp, ipv6-icmp } return',
      `update @peers${v} { ${key(v, 'daddr')} . ${key(v, 'saddr')} }`,
    ]),
    ...chain(`flows-of${v}`, [
      `${key(v, 'daddr')} @sampled${v} numgen random mod ${SAMPLED} != 0 return`,
      `meta l4proto { tcp, udp } update @flows${v} { ${pair(v)} . meta l4proto . th dport } return`,
      `update @flows-other${v} { ${pair(v)} . meta l4proto }`,
    ]),
    ...chain(`measure${v}`, [
      `${SYN} ${count('syn')}`,
      `meta l4proto tcp ${pair(v)} @peers-tcp${v} ${count('peer_tcp')}`,
      `meta l4proto tcp ${count('tcp')}`,
      `${pair(v)} @peers${v} ${count('peer')}`,
      `meta l4proto udp ${count('udp')}`,
      count('other'),
    ]),
    ...chain(`block${v}`, [`add @blocked${v} { ${pair(v)} timeout ${blockSeconds}s } drop`, 'drop']),
  ];
}

function entries(): string[] {
  const each = (rule: (v: Version) => string): string[] => VERSIONS.map(rule);
  return [
    ...hooked('measure', 'prerouting priority -310', [
      ...each((v) => `iifname "${BRIDGE}" ${key(v, 'saddr')} @local${v} jump peers-of${v}`),
      ...each((v) => `${key(v, 'daddr')} @local${v} jump measure${v}`),
    ]),
    ...chain(
      'blocks',
      each((v) => `${pair(v)} @blocked${v} drop`),
    ),
    ...chain(
      'guard',
      each((v) => `${key(v, 'daddr')} vmap @guarded${v}`),
    ),
    ...hooked(
      'passed',
      'prerouting priority -290',
      each((v) => `${key(v, 'daddr')} @local${v} update @${counterSet('passed', v)} { ${key(v, 'daddr')} }`),
    ),
  ];
}

/**
 * Answers for addresses to whom more connections are begun than their limit: only who answers in turn is let through. Both halves of such a
 * connection are joined by its entry, and one that was there before the flood is told from the end of a handshake by its own: so TCP of
 * protected addresses is tracked, whatever their servers' firewalls (namespace/rules/firewalls.ts). Only TCP: floods of the rest make no entries.
 */
export function proxyRules(): string[] {
  const proxied = VERSIONS.map(
    (v) => `meta l4proto tcp ${key(v, 'daddr')} @proxied${v} ct state { invalid, untracked } ${SYNPROXY}`,
  );
  const tracked = VERSIONS.flatMap((v) =>
    (['saddr', 'daddr'] as const).map(
      (side) => `meta l4proto tcp ${key(v, side)} @tracked${v} meta mark set meta mark or ${TRACKED_MARK}`,
    ),
  );
  return [...hooked('proxy', 'forward priority -10', proxied), ...hooked('tracked', 'prerouting priority -309', tracked)];
}

const SYNPROXY = 'synproxy mss 1460 wscale 7 timestamp sack-perm';

/** Fails where the kernel has no proxy; leaves nothing. */
export function proxyProbe(): string[] {
  const table = 'inet innkeeper-probe';
  return [
    `add table ${table}`,
    `add chain ${table} probe { type filter hook forward priority -10; policy accept; }`,
    `add rule ${table} probe ct state { invalid, untracked } ${SYNPROXY}`,
    `delete table ${table}`,
  ];
}

export const guardChain = (speed: PortSpeed, version: Version): string => `guard-${speed}-${version}`;

/** Chains and limits of ports of these speeds. Keeps what they have counted. `proxy`: whether there is one; else what goes past the limit is dropped. */
export function speedRules(speeds: readonly PortSpeed[], { proxy }: { proxy: boolean }): string[] {
  return speeds.flatMap((speed) => VERSIONS.flatMap((v) => speedChains(speed, v, proxy)));
}

function speedChains(speed: PortSpeed, v: Version, proxy: boolean): string[] {
  const { source, address } = limitsOf(speed);
  const name = (what: string): string => `${what}-${speed}-${v}`;
  const [one, two] = [type(v), `${type(v)} . ${type(v)}`];
  const ofSource = (what: string, rate: number): string =>
    `add @${name(what)} { ${pair(v)} limit rate over ${rate}/second burst ${2 * rate} packets } goto block${v}`;
  const ofAll = (what: string, rate: number): string =>
    `update @${name(what)} { ${key(v, 'daddr')} limit rate over ${rate}/second burst ${rate} packets }`;
  return [
    ...['syn', 'unsolicited', 'peer'].map((what) => dynamic(name(what), two, { size: MOST_PAIRS, seconds: 10 })),
    ...['all-syn', 'all-tcp', 'all-udp', 'all-other'].map((what) =>
      dynamic(name(what), one, { size: MOST_ADDRESSES, seconds: 60 }),
    ),
    ...chain(`begin-${speed}-${v}`, [
      ofSource('syn', source.syn),
      ...(proxy
        ? [
            `${ofAll('all-syn', address.syn)} update @proxied${v} { ${key(v, 'daddr')} }`,
            `${key(v, 'daddr')} @proxied${v} notrack`,
          ]
        : [`${ofAll('all-syn', address.syn)} drop`]),
    ]),
    ...chain(`ask-${speed}-${v}`, [ofSource('peer', source.peer)]),
    ...chain(guardChain(speed, v), [
      `${SYN} goto begin-${speed}-${v}`,
      `meta l4proto tcp ${pair(v)} @peers-tcp${v} goto ask-${speed}-${v}`,
      `meta l4proto != tcp ${pair(v)} @peers${v} goto ask-${speed}-${v}`,
      ofSource('unsolicited', source.unsolicited),
      ...(['tcp', 'udp'] as const).flatMap((kind) => [
        `meta l4proto ${kind} ${ofAll(`all-${kind}`, address[kind])} drop`,
        `meta l4proto ${kind} return`,
      ]),
      `${ofAll('all-other', address.other)} drop`,
    ]),
  ];
}

/** Makes the chain empty where it is there already; others may name it. */
function chain(name: string, rules: readonly string[]): string[] {
  return [
    `add chain ${TABLE} ${name}`,
    `flush chain ${TABLE} ${name}`,
    ...rules.map((rule) => `add rule ${TABLE} ${name} ${rule}`),
  ];
}

function hooked(name: string, hook: string, rules: readonly string[]): string[] {
  return [
    `add chain ${TABLE} ${name} { type filter hook ${hook}; policy accept; }`,
    `flush chain ${TABLE} ${name}`,
    ...rules.map((rule) => `add rule ${TABLE} ${name} ${rule}`),
  ];
}
