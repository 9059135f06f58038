/**
 * Restricts every tap to its own MAC and addresses: a chain per machine, chosen by the tap's name. What a machine asks its neighbours is
 * limited by rate, since the host answers each question.
 */
import { numberOf } from '@innkeeper/model/ip-networks';
import type { NicSpec } from '../../port.ts';
import { tapOf } from '../names.ts';
import { sourceOf } from '../prefixes.ts';
import { L2, type RulesPart } from './part.ts';

export const antiSpoof: RulesPart = {
  base: () => [
    `add table ${L2}`,
    `add map ${L2} ports { type ifname : verdict; }`,
    // From link-local addresses a guest talks to its neighbours alone. None of that needs fragments (RFC 6980) or headers before it, behind which a
    // router advertisement could hide (RFC 7113), but for the option of multicast reports (RFC 3810, 5).
    `add chain ${L2} link-local`,
    `flush chain ${L2} link-local`,
    ...[
      'exthdr frag exists counter drop',
      'ip6 nexthdr { ipv6-icmp, udp, tcp } return',
      `ip6 nexthdr 0 icmpv6 type { mld-listener-query, mld-listener-report, mld-listener-done, mld2-listener-report } return`,
      'counter drop',
    ].map((rule) => `add rule ${L2} link-local ${rule}`),
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
        'icmpv6 type { nd-router-advert, nd-redirect } counter drop',
        // The gateway's own.
        'ip6 saddr fe80::1 counter drop',
        'rt type 0 counter drop',
        ...adverts(spec),
        'ether type arp limit rate over 50/second burst 100 packets counter drop',
        'icmpv6 type { nd-neighbor-solicit, nd-router-solicit } limit rate over 50/second burst 100 packets counter drop',
        'ip6 saddr { ::, fe80::/10 } jump link-local',
        'ip saddr 0.0.0.0 udp sport 68 udp dport 67 accept',
        v4.length === 0 ? 'ether type ip counter drop' : `ip saddr != { ${v4.join(', ')} } counter drop`,
        `ip6 saddr != { ${[...v6, '::', 'fe80::/10'].join(', ')} } counter drop`,
        'accept',
      ].map((rule) => `add rule ${L2} ${chain} ${rule}`),
    ];
  },

  // Its chain is written again as a whole.
  leave: () => [],

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

/** A neighbour advertisement is of an address of its own. Its target is that of its header: 8 bytes in, 16 long. */
function adverts(spec: NicSpec): string[] {
  const prefixes = [...addressesOf(spec, 6), 'fe80::/64'].map((one) => one.split('/'));
  const foreign = prefixes.map(([address = '', bits = '128']) => {
    const number = numberOf(address) >> BigInt(128 - Number(bits));
    return `@th,64,${bits} != 0x${number.toString(16)}`;
  });
  return [
    `icmpv6 type nd-neighbor-advert ${foreign.join(' ')} counter drop`,
    `icmpv6 type nd-neighbor-advert @th,64,128 0x${numberOf('fe80::1').toString(16)} counter drop`,
  ];
}

function addressesOf(spec: NicSpec, version: 4 | 6): string[] {
  return spec.addresses.filter((one) => one.version === version).map(sourceOf);
}
