/**
 * Frames that the gateway sends to an address of a machine get that machine's MAC, whatever the kernel remembers of its neighbours. Rules and
 * neighbours are changed by two commands, and on a busy host a second or more lies between them. An address that moves would be lost for
 * so long, since frames to the former holder no longer leave the bridge (`delivery.ts`).
 */
import type { NicSpec } from '../../port.ts';
import { BRIDGE } from '../names.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';
import type { RulesPart } from './part.ts';

/** The table of frames on their way out of the bridge's own device, before the bridge chooses a port. Needs Linux 5.16. */
const EGRESS = 'netdev innkeeper';
/** Prefixes of IPv6 by their first address. */
const MAPS = ['macs4', 'macs6', 'macs6prefix'] as const;

export const aim: RulesPart = {
  base: () => [
    `add table ${EGRESS}`,
    ...MAPS.map((map) => `add map ${EGRESS} ${map} { type ${map === 'macs4' ? 'ipv4_addr' : 'ipv6_addr'} : ether_addr; }`),
    `add chain ${EGRESS} aim { type filter hook egress device "${BRIDGE}" priority 0; policy accept; }`,
    `flush chain ${EGRESS} aim`,
    `add rule ${EGRESS} aim ether daddr set ip daddr map @macs4`,
    `add rule ${EGRESS} aim ether daddr set ip6 daddr map @macs6`,
    `add rule ${EGRESS} aim ether daddr set ip6 daddr & ${PREFIX_MASK} map @macs6prefix`,
  ],

  attach: (spec) => elements(spec).map(added),

  leave: (before, now) => {
    const kept = elements(now);
    const gone = elements(before).filter(
      (one) => !kept.some(({ map, key, mac }) => map === one.map && key === one.key && mac === one.mac),
    );
    return gone.flatMap((element) => [added(element), removed(element)]);
  },

  detach: (spec) => elements(spec).flatMap((element) => [added(element), removed(element)]),

  forget: () => MAPS.map((map) => `flush map ${EGRESS} ${map}`),
};

interface Element {
  map: (typeof MAPS)[number];
  key: string;
  mac: string;
}

function elements({ mac, addresses }: NicSpec): Element[] {
  return addresses.map((address) => {
    const [key = ''] = sourceOf(address).split('/');
    return { map: isRouted(address) ? 'macs6prefix' : (`macs${address.version}` as const), key, mac };
  });
}

const added = ({ map, key, mac }: Element): string => `add element ${EGRESS} ${map} { ${key} : ${mac} }`;
const removed = ({ map, key }: Element): string => `delete element ${EGRESS} ${map} { ${key} }`;
