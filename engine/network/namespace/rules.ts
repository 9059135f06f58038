/**
 * nftables scripts, pure. Two tables in the namespace: `bridge innkeeper` restricts every tap to its own MAC and addresses;
 * `inet innkeeper` forwards between guests and counts forwarded bytes per machine.
 *
 * Each script is one transaction. Every statement is an `add`, which is idempotent; nft has no
 * "delete if exists", so a removal adds the object first.
 */
import type { NicSpec } from '../port.ts';
import { BRIDGE, tapOf } from './names.ts';

const L2 = 'bridge innkeeper';
const L3 = 'inet innkeeper';

/** Rules shared by all machines. Keeps the rules of machines. */
export function baseRules(): string {
  return lines([
    `add table ${L2}`,
    `add map ${L2} ports { type ifname : verdict; }`,
    `add chain ${L2} guests { type filter hook prerouting priority -300; policy accept; }`,
    `flush chain ${L2} guests`,
    `add rule ${L2} guests iifname vmap @ports`,
    `add rule ${L2} guests iifname "tap-*" counter drop`,

    `add table ${L3}`,
    ...['4', '6'].flatMap((v) => ['from', 'to'].map((side) => `add map ${L3} ${side}${v} { type ipv${v}_addr : verdict; }`)),
    `add chain ${L3} forward { type filter hook forward priority filter; policy drop; }`,
    `flush chain ${L3} forward`,
    `add rule ${L3} forward ip saddr vmap @from4`,
    `add rule ${L3} forward ip6 saddr vmap @from6`,
    `add rule ${L3} forward ip daddr vmap @to4`,
    `add rule ${L3} forward ip6 daddr vmap @to6`,
    `add rule ${L3} forward iifname "${BRIDGE}" oifname != "${BRIDGE}" accept`,

    // The namespace offers guests only ICMP, ARP and DHCP.
    `add chain ${L3} input { type filter hook input priority filter; policy drop; }`,
    `flush chain ${L3} input`,
    `add rule ${L3} input ct state established,related accept`,
    `add rule ${L3} input iifname "lo" accept`,
    `add rule ${L3} input icmp type echo-request accept`,
    `add rule ${L3} input meta l4proto ipv6-icmp accept`,
    `add rule ${L3} input udp dport 67 accept`,
  ]);
}

export function attachRules(spec: NicSpec): string {
  const id = spec.machineId;
  const [v4, v6] = [addressesOf(spec, 4), addressesOf(spec, 6)];
  return lines([
    ...objects(spec),
    ...[`flush chain ${L2} port-${id}`, `flush chain ${L3} in-${id}`, `flush chain ${L3} out-${id}`],
    ...[
      `ether saddr != ${spec.mac} counter drop`,
      'ether type != { arp, ip, ip6 } counter drop',
      `arp saddr ether != ${spec.mac} counter drop`,
      // 0.0.0.0: duplicate address detection, and DHCP.
      `arp saddr ip != { ${[...v4, '0.0.0.0'].join(', ')} } counter drop`,
      'udp sport { 67, 547 } counter drop',
      'icmpv6 type nd-router-advert counter drop',
      'ip saddr 0.0.0.0 udp sport 68 udp dport 67 accept',
      v4.length === 0 ? 'ether type ip counter drop' : `ip saddr != { ${v4.join(', ')} } counter drop`,
      `ip6 saddr != { ${[...v6, '::', 'fe80::/10'].join(', ')} } counter drop`,
      'accept',
    ].map((rule) => `add rule ${L2} port-${id} ${rule}`),
    // Traffic over the limit is dropped before it is counted, so it is not charged.
    ...limit(spec).flatMap((rule) => [`add rule ${L3} out-${id} ${rule}`, `add rule ${L3} in-${id} ${rule}`]),
    `add rule ${L3} out-${id} counter name "out-${id}"`,
    `add rule ${L3} in-${id} counter name "in-${id}" accept`,
  ]);
}

/** Removes everything that `attachRules` adds. */
export function detachRules(spec: NicSpec): string {
  const id = spec.machineId;
  return lines([
    ...objects(spec),
    ...elements(spec).map(([map, key]) => `delete element ${map} { ${key} }`),
    ...[`flush chain ${L2} port-${id}`, `flush chain ${L3} in-${id}`, `flush chain ${L3} out-${id}`],
    ...[`delete chain ${L2} port-${id}`, `delete chain ${L3} in-${id}`, `delete chain ${L3} out-${id}`],
    ...['in', 'out'].map((side) => `delete counter ${L3} ${side}-${id}`),
  ]);
}

function objects(spec: NicSpec): string[] {
  const id = spec.machineId;
  return [
    ...[`add chain ${L2} port-${id}`, `add chain ${L3} in-${id}`, `add chain ${L3} out-${id}`],
    ...['in', 'out'].map((side) => `add counter ${L3} ${side}-${id}`),
    ...elements(spec).map(([map, key, chain]) => `add element ${map} { ${key} : jump ${chain} }`),
  ];
}

/** Map, key and chain of each entry of the machine. */
function elements(spec: NicSpec): [string, string, string][] {
  const id = spec.machineId;
  return [
    [`${L2} ports`, `"${tapOf(id)}"`, `port-${id}`],
    ...spec.addresses.flatMap(({ address, version }): [string, string, string][] => [
      [`${L3} from${version}`, address, `out-${id}`],
      [`${L3} to${version}`, address, `in-${id}`],
    ]),
  ];
}

/** Drops traffic over the limit; allows bursts of a tenth of a second, since TCP would never reach the limit otherwise. */
function limit({ limitMbps }: NicSpec): string[] {
  if (limitMbps === undefined) return [];
  const bytes = Math.round(limitMbps * 125_000);
  return [`limit rate over ${bytes} bytes/second burst ${Math.max(65_536, Math.round(bytes / 10))} bytes drop`];
}

function addressesOf(spec: NicSpec, version: 4 | 6): string[] {
  return spec.addresses.filter((one) => one.version === version).map(({ address }) => address);
}

function lines(statements: readonly string[]): string {
  return `${statements.join('\n')}\n`;
}
