/**
 * The way to the metadata service. The called address says which machine calls, and it is written by the tap that a frame comes from: neither source
 * address nor MAC is asked. An answer leaves by the same tap or not at all, whatever the tables of neighbours say. All of it without a state, for each
 * packet, so that a guest fills no table by calling.
 */
import { CALLED4, CALLED6, calledOf, METADATA4, METADATA6 } from '../../metadata/addresses.ts';
import type { NicSpec } from '../../port.ts';
import { BRIDGE, tapOf } from '../names.ts';
import { L2, L3, type RulesPart } from './part.ts';

/** New connections of one machine: cloud-init makes 30 in its first second, and then none for hours. */
const CONNECTIONS = 'limit rate over 20/second burst 100 packets';
/** Packets of one machine: 10 times what fetching 1 MB in a second takes. */
const PACKETS = 'limit rate over 5000/second burst 5000 packets';

/** What the chain `input` lets in. */
export const TO_METADATA: readonly string[] = [
  `iifname "${BRIDGE}" ip daddr ${CALLED4} tcp dport 80 accept`,
  `iifname "${BRIDGE}" ip6 daddr ${CALLED6} tcp dport 80 accept`,
];

export const metadata: RulesPart = {
  base: () => [
    ...['asking', 'asked'].map((map) => `add map ${L2} ${map} { type ifname : verdict; }`),
    // After anti-spoofing.
    `add chain ${L2} metadata-in { type filter hook prerouting priority -290; policy accept; }`,
    `flush chain ${L2} metadata-in`,
    `add rule ${L2} metadata-in ip daddr ${CALLED4} counter drop`,
    `add rule ${L2} metadata-in ip6 daddr ${CALLED6} counter drop`,
    `add rule ${L2} metadata-in ip daddr ${METADATA4} tcp dport 80 iifname vmap @asking`,
    `add rule ${L2} metadata-in ip6 daddr ${METADATA6} tcp dport 80 iifname vmap @asking`,
    `add chain ${L2} metadata-out { type filter hook postrouting priority 290; policy accept; }`,
    `flush chain ${L2} metadata-out`,
    `add rule ${L2} metadata-out ip saddr ${CALLED4} oifname vmap @asked`,
    `add rule ${L2} metadata-out ip saddr ${CALLED4} counter drop`,
    `add rule ${L2} metadata-out ip6 saddr ${CALLED6} oifname vmap @asked`,
    `add rule ${L2} metadata-out ip6 saddr ${CALLED6} counter drop`,

    `add table ${L3}`,
    // Nobody outside calls it, or answers in its place.
    `add chain ${L3} metadata-in { type filter hook prerouting priority raw; policy accept; }`,
    `flush chain ${L3} metadata-in`,
    ...[`ip daddr ${CALLED4}`, `ip6 daddr ${CALLED6}`].flatMap((match) => [
      `add rule ${L3} metadata-in iifname != "${BRIDGE}" ${match} counter drop`,
      `add rule ${L3} metadata-in ${match} notrack`,
    ]),
    ...[`ip saddr ${CALLED4}`, `ip6 saddr ${CALLED6}`].map((match) => `add rule ${L3} metadata-in ${match} counter drop`),
    `add chain ${L3} metadata-out { type filter hook output priority raw; policy accept; }`,
    `flush chain ${L3} metadata-out`,
    ...[`ip saddr ${CALLED4}`, `ip6 saddr ${CALLED6}`].map((match) => `add rule ${L3} metadata-out ${match} notrack`),
  ],

  attach: (spec) => {
    const { asking, asked } = chainsOf(spec);
    const { v4, v6 } = calledOf(spec.mac);
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
