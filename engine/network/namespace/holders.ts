/** Who has which address by the rules that there are: read from the kernel, so that a difference to what was made shows. */
import type { Netns } from '../netns.ts';
import type { NetworkHoldings, NicSpec } from '../port.ts';
import { tapOf } from './names.ts';

/** A prefix's element in `nft -j`: its first address. */
type Element = string | { concat: [tap: string, address: string] } | [string, { jump?: { target: string } }];

interface Listing {
  nftables: { map?: { name: string; elem?: Element[] }; set?: { name: string; elem?: Element[] } }[];
}

/** Length of the prefix that an element stands for, of the sets and maps that hold addresses (`rules/*.ts`). */
const HOLDING = /^(?:deliver|from|to|sources)(4|6|6prefix)$/;
const BITS: Record<string, number> = { '4': 32, '6': 128, '6prefix': 64 };
const CHAIN = /^(?:to|in|out)-(.+)$/;

/** `nics`: of all attached machines, by whose taps they are known. Empty where there is no namespace. */
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
