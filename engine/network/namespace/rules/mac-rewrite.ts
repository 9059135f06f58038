/**
 * Sets the destination MAC of frames from the gateway to the MAC of the address's machine, whatever the neighbour table says. Rules and
 * neighbours are changed by two commands, which can be a second or more apart on a busy host. Without this chain a moved address would be
 * unreachable in between, because frames to the former holder no longer leave the bridge (`delivery.ts`).
 */
import type { NicSpec } from '../../../nic.ts';
import { BRIDGE } from '../names.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';
import type { RulesPart } from './part.ts';

/** Table of frames that leave through the bridge's own device, before the bridge chooses a port. Needs Linux 5.16. */
const EGRESS = 'netdev innkeeper';
/** Maps from addresses to MACs. IPv6 prefixes are keyed by their first address. */
const MAPS = ['macs4', 'macs6', 'macs6prefix'] as const;

export const macRewrite: RulesPart = {
  base: () => [
    `add table ${EGRESS}`,
    ...MAPS.map((map) => `add map ${EGRESS} ${map} { type ${map === 'macs4' ? 'ipv4_addr' : 'ipv6_addr'} : ether_addr; }`),
    `add chain ${EGRESS} aim { type filter hook egress device "${BRIDGE}" priority 0; policy accept; }`,
    `flush chain ${EGRESS} aim`,
    `add rule ${EGRESS} aim ether daddr set ip daddr map @macs4`,
    `add rule ${EGRESS} aim ether daddr set ip6 daddr map @macs6`,
    `add rule ${EGRESS} aim ether daddr set ip6 daddr & ${PREFIX_MASK} map @macs6prefix`,
  ],

  attach: (spec) => elements(spec).map(addElement),

  removeDifferences: (before, now) => {
    const kept = elements(now);
    const gone = elements(before).filter(
      (one) => !kept.some(({ map, key, mac }) => map === one.map && key === one.key && mac === one.mac),
    );
    return gone.flatMap((element) => [addElement(element), deleteElement(element)]);
  },

  detach: (spec) => elements(spec).flatMap((element) => [addElement(element), deleteElement(element)]),

  clear: () => MAPS.map((map) => `flush map ${EGRESS} ${map}`),
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

const addElement = ({ map, key, mac }: Element): string => `add element ${EGRESS} ${map} { ${key} : ${mac} }`;
const deleteElement = ({ map, key }: Element): string => `delete element ${EGRESS} ${map} { ${key} }`;
