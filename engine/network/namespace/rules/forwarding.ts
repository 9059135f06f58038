/**
 * Forwards traffic between guests and between guests and the internet, and counts forwarded bytes per machine. Each machine has a chain per
 * direction, selected by its addresses. The namespace itself offers guests only ICMP, ARP, DHCP and the metadata service.
 */
import type { NicSpec } from '../../../nic.ts';
import { FROM_INTERNET, TO_INTERNET } from '../../uplink/rules.ts';
import { PREFIX_MASK } from '../prefixes.ts';
import { ADDRESS_MAPS, addressKeys } from './addresses.ts';
import { TO_METADATA } from './metadata.ts';
import { L3, type RulesPart } from './part.ts';

export const forwarding: RulesPart = {
  base: () => [
    `add table ${L3}`,
    ...ADDRESS_MAPS.flatMap(({ map, type }) =>
      ['from', 'to'].map((side) => `add map ${L3} ${side}${map} { type ${type} : verdict; }`),
    ),
    `add chain ${L3} forward { type filter hook forward priority filter; policy drop; }`,
    `flush chain ${L3} forward`,
    `add rule ${L3} forward ${FROM_INTERNET}`,
    `add rule ${L3} forward ip saddr vmap @from4`,
    `add rule ${L3} forward ip6 saddr vmap @from6`,
    `add rule ${L3} forward ip6 saddr & ${PREFIX_MASK} vmap @from6prefix`,
    `add rule ${L3} forward ip daddr vmap @to4`,
    `add rule ${L3} forward ip6 daddr vmap @to6`,
    `add rule ${L3} forward ip6 daddr & ${PREFIX_MASK} vmap @to6prefix`,
    `add rule ${L3} forward ${TO_INTERNET}`,

    `add chain ${L3} input { type filter hook input priority filter; policy drop; }`,
    `flush chain ${L3} input`,
    `add rule ${L3} input ct state established,related accept`,
    `add rule ${L3} input iifname "lo" accept`,
    `add rule ${L3} input icmp type echo-request accept`,
    `add rule ${L3} input meta l4proto ipv6-icmp accept`,
    `add rule ${L3} input udp dport { 67, 547 } accept`,
    ...TO_METADATA.map((rule) => `add rule ${L3} input ${rule}`),
  ],

  attach: (spec) => {
    const id = spec.machineId;
    return [
      ...objects(spec),
      ...[`flush chain ${L3} in-${id}`, `flush chain ${L3} out-${id}`],
      // Traffic over the limit is dropped before it is counted, so it is not charged.
      ...limit(spec).flatMap((rule) => [`add rule ${L3} out-${id} ${rule}`, `add rule ${L3} in-${id} ${rule}`]),
      `add rule ${L3} out-${id} counter name "out-${id}"`,
      `add rule ${L3} in-${id} counter name "in-${id}" accept`,
    ];
  },

  // Keeps the chains and their counters, so traffic counts continue.
  removeDifferences: (before, now) => {
    const kept = elements(now).map(([map, key]) => `${map} ${key}`);
    const gone = elements(before).filter(([map, key]) => !kept.includes(`${map} ${key}`));
    return gone.flatMap(([map, key, chain]) => [
      `add element ${L3} ${map} { ${key} : jump ${chain} }`,
      `delete element ${L3} ${map} { ${key} }`,
    ]);
  },

  clear: () => ADDRESS_MAPS.flatMap(({ map }) => ['from', 'to'].map((side) => `flush map ${L3} ${side}${map}`)),

  detach: (spec) => {
    const chains = [`in-${spec.machineId}`, `out-${spec.machineId}`];
    return [
      ...objects(spec),
      ...elements(spec).map(([map, key]) => `delete element ${L3} ${map} { ${key} }`),
      ...chains.map((chain) => `flush chain ${L3} ${chain}`),
      ...chains.map((chain) => `delete chain ${L3} ${chain}`),
      ...chains.map((counter) => `delete counter ${L3} ${counter}`),
    ];
  },
};

function objects(spec: NicSpec): string[] {
  const chains = [`in-${spec.machineId}`, `out-${spec.machineId}`];
  return [
    ...chains.map((chain) => `add chain ${L3} ${chain}`),
    ...chains.map((counter) => `add counter ${L3} ${counter}`),
    ...elements(spec).map(([map, key, chain]) => `add element ${L3} ${map} { ${key} : jump ${chain} }`),
  ];
}

/** Lists map, key and chain of each entry of the machine. */
function elements(spec: NicSpec): [string, string, string][] {
  return addressKeys(spec).flatMap(({ map, key }): [string, string, string][] => [
    [`from${map}`, key, `out-${spec.machineId}`],
    [`to${map}`, key, `in-${spec.machineId}`],
  ]);
}

/**
 * Returns the rule that drops traffic over the limit. Allows bursts of a tenth of a second, because TCP would otherwise never reach the
 * limit.
 */
function limit({ limitMbps }: NicSpec): string[] {
  if (limitMbps === undefined) return [];
  const bytes = Math.round(limitMbps * 125_000);
  return [`limit rate over ${bytes} bytes/second burst ${Math.max(65_536, Math.round(bytes / 10))} bytes drop`];
}
