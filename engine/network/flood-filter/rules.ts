/**
 * The nftables scripts that count traffic to addresses and block sources that flood them. Pure. Each packet costs a few lookups in hash
 * sets, however many addresses exist: ports of one speed share a chain, and per-address differences are set elements.
 *
 *     measure   counts incoming traffic by kind (model/attacks/traffic.ts), and remembers the peers that guests send to
 *     blocks    drops packets from blocked sources
 *     guard     blocks sources over their limit at once, and drops packets over the address's total limit; the SYN proxy answers
 *               new connections over that limit, so that forged sources cost the address nothing
 *     passed    counts the remaining traffic
 */
import { limitsOf, PEER_SECONDS, type PortSpeed } from '@innkeeper/model/attacks/limits';
import { TRAFFIC_KINDS } from '@innkeeper/model/attacks/traffic';
import { BRIDGE } from '../namespace/names.ts';
import { FLOOD_FILTER as TABLE, TRACKED_MARK } from '../namespace/rules/protection.ts';
import { SAMPLING_RATIO } from './port.ts';

export { TABLE };

type Version = 4 | 6;
const VERSIONS: readonly Version[] = [4, 6];

/** Returns the key of a source, or of an address of ours. For IPv6 it is the /64, because a source with a prefix can use every address in it. */
const key = (version: Version, side: 'saddr' | 'daddr'): string =>
  version === 4 ? `ip ${side}` : `ip6 ${side} & ffff:ffff:ffff:ffff::`;
const pair = (version: Version): string => `${key(version, 'saddr')} . ${key(version, 'daddr')}`;
const type = (version: Version): string => `ipv${version}_addr`;

/** Maximum number of source-address pairs in a set. Further sources are limited only by the address's total limit. */
const MAX_PAIRS = 65_535;
const MAX_BLOCKED = 16_384;
const MAX_FLOWS = 8_192;
const MAX_ADDRESSES = 131_072;

/** Seconds without a packet after which an element expires. */
const COUNTED_SECONDS = 60;
const FLOW_SECONDS = 20;
const PROXY_SECONDS = 10;
/** Default timeout of the set of blocked sources, which a configuration change cannot alter. Each element has its own timeout. */
const SET_SECONDS = 300;

const dynamic = (name: string, types: string, options: { size: number; seconds: number; counter?: boolean }): string =>
  `add set ${TABLE} ${name} { type ${types}; flags dynamic,timeout; size ${options.size}; timeout ${options.seconds}s; ${options.counter ? 'counter; ' : ''}}`;

const COUNTER = { size: MAX_ADDRESSES, seconds: COUNTED_SECONDS, counter: true };
const SYN = 'tcp flags & (syn | ack | rst | fin) == syn';

/**
 * Returns the sets and chains that always exist. Packets that no whitelist allows enter `blocks` and `guard`
 * (namespace/rules/protection.ts).
 */
export function floodFilterBase(blockSeconds: number): string[] {
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
    dynamic(`peers-tcp${v}`, two, { size: MAX_PAIRS, seconds: PEER_SECONDS }),
    dynamic(`peers${v}`, two, { size: MAX_PAIRS, seconds: PEER_SECONDS }),
    ...[...TRAFFIC_KINDS, 'passed'].map((kind) => dynamic(counterSet(kind, v), one, COUNTER)),
    dynamic(`flows${v}`, `${two} . inet_proto . inet_service`, { size: MAX_FLOWS, seconds: FLOW_SECONDS, counter: true }),
    dynamic(`flows-other${v}`, `${two} . inet_proto`, { size: MAX_FLOWS, seconds: FLOW_SECONDS, counter: true }),
    dynamic(`blocked${v}`, two, { size: MAX_BLOCKED, seconds: SET_SECONDS }),
    dynamic(`proxied${v}`, one, { size: MAX_ADDRESSES, seconds: PROXY_SECONDS }),
  ];
}

export const counterSet = (kind: string, version: Version): string => `in-${kind.replace('_', '-')}${version}`;

function measuring(v: Version, blockSeconds: number): string[] {
  const count = (kind: string): string => `update @${counterSet(kind, v)} { ${key(v, 'daddr')} } goto flows-of${v}`;
  return [
    ...chain(`peers-of${v}`, [
      // Excludes handshake replies and resets, which may go to forged sources.
      `meta l4proto tcp tcp flags & (syn | rst) == 0 update @peers-tcp${v} { ${key(v, 'daddr')} . ${key(v, 'saddr')} }`,
      'meta l4proto { tcp, icmp, ipv6-icmp } return',
      `update @peers${v} { ${key(v, 'daddr')} . ${key(v, 'saddr')} }`,
    ]),
    ...chain(`flows-of${v}`, [
      `${key(v, 'daddr')} @sampled${v} numgen random mod ${SAMPLING_RATIO} != 0 return`,
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
 * Returns rules that answer handshakes for addresses whose new connections exceed the limit. Only clients that complete the handshake reach
 * the server. Connection tracking joins the two halves of such a connection. It also distinguishes connections from before the flood from
 * the end of a handshake. TCP of protected addresses is therefore tracked, whatever the servers' firewalls are
 * (namespace/rules/firewalls.ts). Other protocols are not tracked, so their floods create no entries.
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

/** Returns a script that fails if the kernel has no SYN proxy. Leaves no objects behind. */
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

/**
 * Returns the chains and limits for ports of these speeds. Keeps their counters. Without `proxy`, connections over the limit are dropped.
 */
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
    ...['syn', 'unsolicited', 'peer'].map((what) => dynamic(name(what), two, { size: MAX_PAIRS, seconds: 10 })),
    ...['all-syn', 'all-tcp', 'all-udp', 'all-other'].map((what) =>
      dynamic(name(what), one, { size: MAX_ADDRESSES, seconds: 60 }),
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

/** Creates the chain, or empties an existing one, because other chains may refer to it. */
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
