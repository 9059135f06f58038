/** The map keys that identify a machine's routed packets: its addresses, and its IPv6 prefixes by their first address. */
import type { NicSpec } from '../../../nic.ts';
import { isRouted, PREFIX_MASK, sourceOf } from '../prefixes.ts';

/** The maps of each purpose. Prefixes are keyed by their first address, so a lookup takes constant time. */
export const ADDRESS_MAPS = [
  { map: '4', type: 'ipv4_addr', family: 'ip', mask: '' },
  { map: '6', type: 'ipv6_addr', family: 'ip6', mask: '' },
  { map: '6prefix', type: 'ipv6_addr', family: 'ip6', mask: ` & ${PREFIX_MASK}` },
] as const;

/** Returns the map and the key of each address of a machine. */
export function addressKeys({ addresses }: NicSpec): { map: string; key: string }[] {
  return addresses.map((spec) => {
    const [key = ''] = sourceOf(spec).split('/');
    return { map: isRouted(spec) ? '6prefix' : String(spec.version), key };
  });
}
