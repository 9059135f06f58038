/** Restricts every tap to its own MAC and addresses: a chain per machine, chosen by the tap's name. */
import type { NicSpec } from '../../port.ts';
import { tapOf } from '../names.ts';
import { sourceOf } from '../prefixes.ts';
import { L2, type RulesPart } from './part.ts';

export const antiSpoof: RulesPart = {
  base: () => [
    `add table ${L2}`,
    `add map ${L2} ports { type ifname : verdict; }`,
    `add chain ${L2} guests { type filter hook prerouting priority -300; policy accept; }`,
    `flush chain ${L2} guests`,
    `add rule ${L2} guests iifname vmap @ports`,
    `add rule ${L2} guests iifname "tap-*" counter drop`,
  ],

  attach: (spec) => {
    const [v4, v6] = [addressesOf(spec, 4), addressesOf(spec, 6)];
    const chain = `port-${spec.machineId}`;
    return [
      ...objects(spec),
      `flush chain ${L2} ${chain}`,
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
      ].map((rule) => `add rule ${L2} ${chain} ${rule}`),
    ];
  },

  detach: (spec) => {
    const chain = `port-${spec.machineId}`;
    return [
      ...objects(spec),
      `delete element ${L2} ports { "${tapOf(spec.machineId)}" }`,
      `flush chain ${L2} ${chain}`,
      `delete chain ${L2} ${chain}`,
    ];
  },
};

function objects({ machineId }: NicSpec): string[] {
  const chain = `port-${machineId}`;
  return [`add chain ${L2} ${chain}`, `add element ${L2} ports { "${tapOf(machineId)}" : jump ${chain} }`];
}

function addressesOf(spec: NicSpec, version: 4 | 6): string[] {
  return spec.addresses.filter((one) => one.version === version).map(sourceOf);
}
