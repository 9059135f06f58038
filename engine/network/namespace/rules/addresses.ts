/** By what a machine's packets are known where they are routed: its addresses, and its prefixes of IPv6 by their first address. */
import type { NicSpec } from '../../port.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';

/** The maps that there are for each purpose. Prefixes by their first address: a look-up that takes as long however many there are. */
export const ADDRESS_MAPS = [
  { map: '4', type: 'ipv4_addr', family: 'ip', mask: '' },
  { map: '6', type: 'ipv6_addr', family: 'ip6', mask: '' },
  { map: '6prefix', type: 'ipv6_addr', family: 'ip6', mask: ` & ${PREFIX_MASK}` },
] as const;

/** Map and key of each address of a machine. */
export function addressKeys({ addresses }: NicSpec): { map: string; key: string }[] {
  return addresses.map((spec) => {
    const [key = ''] = sourceOf(spec).split('/');
    return { map: isRouted(spec) ? '6prefix' : String(spec.version), key };
  });
}
