/** What is guarded: an address, of IPv6 its prefix; and what the kernel says of it. */
import { networkOf, SERVER_PREFIX } from '@innkeeper/model/ip-networks';
import type { Netns } from '../netns.ts';
import type { GuardedAddress, GuardedNetwork } from './port.ts';
import { TABLE } from './rules.ts';

export const guardedNetworkOf = ({ address, version }: Pick<GuardedAddress, 'address' | 'version'>): string =>
  version === 4 ? `${address}/32` : networkOf(address, SERVER_PREFIX);

/** Those of the kernel's sets. None where there is no table. */
export async function listGuarded(netns: Netns): Promise<GuardedNetwork[]> {
  const found: GuardedNetwork[] = [];
  for (const version of [4, 6] as const) {
    const prefix = version === 4 ? 32 : SERVER_PREFIX;
    const guarded = new Set(
      (await elements(netns, 'map', `guarded${version}`)).map((one) => (Array.isArray(one) ? one[0] : one)),
    );
    for (const key of await elements(netns, 'set', `local${version}`))
      found.push({ network: `${key}/${prefix}`, protected: guarded.delete(key) });
    // Guarded and not counted: half of it is gone.
    for (const key of guarded) found.push({ network: `${key}/${prefix}`, protected: true });
  }
  return found.sort((one, other) => (one.network < other.network ? -1 : 1));
}

async function elements(netns: Netns, kind: 'map' | 'set', name: string): Promise<unknown[]> {
  const { code, stdout } = await netns.attempt('nft', ['-j', 'list', kind, ...TABLE.split(' '), name], { maxBytes: 64 << 20 });
  if (code !== 0) return [];
  const { nftables } = JSON.parse(stdout) as { nftables: { map?: { elem?: unknown[] }; set?: { elem?: unknown[] } }[] };
  return nftables.flatMap((one) => one[kind]?.elem ?? []);
}

/** Rules and definitions of sets, without what is in them; the chain `automatic` is kept by who enters these (namespace/protections.ts). */
export async function listGuardRules(netns: Netns): Promise<string> {
  const { stdout } = await netns.attempt('nft', ['-s', '-t', 'list', 'table', ...TABLE.split(' ')]);
  return stdout.replace(/\tchain automatic \{[^}]*\}\n/, '').replaceAll(/\n{2,}/g, '\n');
}
