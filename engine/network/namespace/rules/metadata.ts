/**
 * The path to the metadata service. The rules of a frame's tap write the called address, which identifies the calling machine. Source
 * address and MAC are not used. A reply leaves only through the same tap, whatever the neighbour table says. All rules are stateless, so a
 * guest's calls cannot fill a table.
 */

import type { NicSpec } from '../../../nic.ts';
import { INTERNAL_NETWORK4, INTERNAL_NETWORK6, internalAddressesOf, METADATA4, METADATA6 } from '../../metadata/addresses.ts';
import { BRIDGE, tapOf } from '../names.ts';
import { L2, L3, type RulesPart } from './part.ts';

/** Limit of new connections per machine. cloud-init opens 30 in its first second and then none for hours. */
const CONNECTIONS = 'limit rate over 20/second burst 100 packets';
/** Limit of packets per machine: 10 times the rate of fetching 1 MB in a second. */
const PACKETS = 'limit rate over 5000/second burst 5000 packets';

/** Matches that the chain `input` accepts. */
export const TO_METADATA: readonly string[] = [
  `iifname "${BRIDGE}" ip daddr ${INTERNAL_NETWORK4} tcp dport 80 accept`,
  `iifname "${BRIDGE}" ip6 daddr ${INTERNAL_NETWORK6} tcp dport 80 accept`,
];

export const metadata: RulesPart = {
  base: () => [
    ...['asking', 'asked'].map((map) => `add map ${L2} ${map} { type ifname : verdict; }`),
    // Runs after anti-spoofing.
    `add chain ${L2} metadata-in { type filter hook prerouting priority -290; policy accept; }`,
    `flush chain ${L2} metadata-in`,
    `add rule ${L2} metadata-in ip daddr ${INTERNAL_NETWORK4} counter drop`,
    `add rule ${L2} metadata-in ip6 daddr ${INTERNAL_NETWORK6} counter drop`,
    `add rule ${L2} metadata-in ip daddr ${METADATA4} tcp dport 80 iifname vmap @asking`,
    `add rule ${L2} metadata-in ip6 daddr ${METADATA6} tcp dport 80 iifname vmap @asking`,
    `add chain ${L2} metadata-out { type filter hook postrouting priority 290; policy accept; }`,
    `flush chain ${L2} metadata-out`,
    `add rule ${L2} metadata-out ip saddr ${INTERNAL_NETWORK4} oifname vmap @asked`,
    `add rule ${L2} metadata-out ip saddr ${INTERNAL_NETWORK4} counter drop`,
    `add rule ${L2} metadata-out ip6 saddr ${INTERNAL_NETWORK6} oifname vmap @asked`,
    `add rule ${L2} metadata-out ip6 saddr ${INTERNAL_NETWORK6} counter drop`,

    `add table ${L3}`,
    // Prevents outsiders from calling the service or answering in its place.
    `add chain ${L3} metadata-in { type filter hook prerouting priority raw; policy accept; }`,
    `flush chain ${L3} metadata-in`,
    ...[`ip daddr ${INTERNAL_NETWORK4}`, `ip6 daddr ${INTERNAL_NETWORK6}`].flatMap((match) => [
      `add rule ${L3} metadata-in iifname != "${BRIDGE}" ${match} counter drop`,
      `add rule ${L3} metadata-in ${match} notrack`,
    ]),
    ...[`ip saddr ${INTERNAL_NETWORK4}`, `ip6 saddr ${INTERNAL_NETWORK6}`].map(
      (match) => `add rule ${L3} metadata-in ${match} counter drop`,
    ),
    `add chain ${L3} metadata-out { type filter hook output priority raw; policy accept; }`,
    `flush chain ${L3} metadata-out`,
    ...[`ip saddr ${INTERNAL_NETWORK4}`, `ip6 saddr ${INTERNAL_NETWORK6}`].map(
      (match) => `add rule ${L3} metadata-out ${match} notrack`,
    ),
  ],

  attach: (spec) => {
    const { asking, asked } = chainsOf(spec);
    const { v4, v6 } = internalAddressesOf(spec.mac);
    return [
      ...objects(spec),
      ...[asking, asked].map((chain) => `flush chain ${L2} ${chain}`),
      `add rule ${L2} ${asking} tcp flags & (fin | syn | rst | ack) == syn ${CONNECTIONS} counter drop`,
      `add rule ${L2} ${asking} ${PACKETS} counter drop`,
      `add rule ${L2} ${asking} ip daddr ${METADATA4} ip daddr set ${v4} accept`,
      `add rule ${L2} ${asking} ip6 daddr ${METADATA6} ip6 daddr set ${v6} accept`,
      `add rule ${L2} ${asked} ip saddr ${v4} ip saddr set ${METADATA4} accept`,
      `add rule ${L2} ${asked} ip6 saddr ${v6} ip6 saddr set ${METADATA6} accept`,
    ];
  },

  detach: (spec) => {
    const { asking, asked } = chainsOf(spec);
    return [
      ...objects(spec),
      `delete element ${L2} asking { "${tapOf(spec.machineId)}" }`,
      `delete element ${L2} asked { "${tapOf(spec.machineId)}" }`,
      ...[asking, asked].flatMap((chain) => [`flush chain ${L2} ${chain}`, `delete chain ${L2} ${chain}`]),
    ];
  },
};

const chainsOf = ({ machineId }: NicSpec) => ({ asking: `asking-${machineId}`, asked: `asked-${machineId}` });

function objects(spec: NicSpec): string[] {
  const { asking, asked } = chainsOf(spec);
  return [
    ...[asking, asked].map((chain) => `add chain ${L2} ${chain}`),
    `add element ${L2} asking { "${tapOf(spec.machineId)}" : jump ${asking} }`,
    `add element ${L2} asked { "${tapOf(spec.machineId)}" : jump ${asked} }`,
  ];
}
