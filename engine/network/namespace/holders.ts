/** Reads from the kernel's rules which machine has which address, so that differences from the records become visible. */

import type { NicSpec } from '../../nic.ts';
import type { Netns } from '../netns.ts';
import type { NetworkHoldings } from '../port.ts';
import { tapOf } from './names.ts';

/** An element in the output of `nft -j`. A prefix is represented by its first address. */
type Element = string | { concat: [tap: string, address: string] } | [string, { jump?: { target: string } }];

interface Listing {
  nftables: { map?: { name: string; elem?: Element[] }; set?: { name: string; elem?: Element[] } }[];
}

/** Names of the sets and maps that hold addresses (`rules/*.ts`). The suffix is the key of `BITS`, the prefix length of an element. */
const HOLDING = /^(?:deliver|from|to|sources)(4|6|6prefix)$/;
const BITS: Record<string, number> = { '4': 32, '6': 128, '6prefix': 64 };
const CHAIN = /^(?:to|in|out)-(.+)$/;

/**
 * Lists the networks in force with their machine ids. `nics` are all attached machines, which are identified by their taps. Empty without a
 * namespace.
 */
export async function readHolders(netns: Netns, nics: readonly NicSpec[]): Promise<NetworkHoldings['addresses']> {
  const byTap = new Map(nics.map(({ machineId }) => [tapOf(machineId), machineId]));
  const found = new Map<string, { network: string; machineId: string }>();
  for (const family of ['bridge', 'inet']) {
    const { code, stdout } = await netns.attempt('nft', ['-j', 'list', 'table', family, 'innkeeper'], { maxBytes: 64 << 20 });
    if (code !== 0) continue;
    for (const { map, set } of (JSON.parse(stdout) as Listing).nftables) {
      const held = map ?? set;
      const bits = BITS[HOLDING.exec(held?.name ?? '')?.[1] ?? ''];
      if (bits === undefined) continue;
      for (const element of held?.elem ?? []) {
        const one = holderIn(element, byTap);
        if (one) found.set(`${one.address} ${one.machineId}`, { network: `${one.address}/${bits}`, machineId: one.machineId });
      }
    }
  }
  return [...found.values()];
}

function holderIn(element: Element, byTap: ReadonlyMap<string, string>): { address: string; machineId: string } | null {
  if (typeof element === 'string') return null;
  if (Array.isArray(element)) {
    const machineId = CHAIN.exec(element[1].jump?.target ?? '')?.[1];
    return machineId === undefined ? null : { address: element[0], machineId };
  }
  const [tap, address] = element.concat;
  return { address, machineId: byTap.get(tap) ?? tap.replace(/^tap-/, '') };
}
