/** The guarded networks: an IPv4 address, or an IPv6 prefix. Also reads their state from the kernel. */
import { networkOf, SERVER_PREFIX } from '@innkeeper/model/net/ip-networks';
import type { Netns } from '../netns.ts';
import type { GuardedAddress, GuardedNetwork } from './port.ts';
import { TABLE } from './rules.ts';

/** Returns the network of a guarded address: itself as a /32, or its IPv6 prefix. */
export const guardedNetworkOf = ({ address, version }: Pick<GuardedAddress, 'address' | 'version'>): string =>
  version === 4 ? `${address}/32` : networkOf(address, SERVER_PREFIX);

/** Lists the guarded networks in the kernel's sets. Empty without the table. */
export async function listGuarded(netns: Netns): Promise<GuardedNetwork[]> {
  const found: GuardedNetwork[] = [];
  for (const version of [4, 6] as const) {
    const prefix = version === 4 ? 32 : SERVER_PREFIX;
    const guarded = new Set(
      (await elements(netns, 'map', `guarded${version}`)).map((one) => (Array.isArray(one) ? one[0] : one)),
    );
    for (const key of await elements(netns, 'set', `local${version}`))
      found.push({ network: `${key}/${prefix}`, protected: guarded.delete(key) });
    // Guarded but not counted: part of the configuration is lost.
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

/** Returns the rules and set definitions without elements. Omits the chain `automatic`, which namespace/protections.ts manages. */
export async function listGuardRules(netns: Netns): Promise<string> {
  const { stdout } = await netns.attempt('nft', ['-s', '-t', 'list', 'table', ...TABLE.split(' ')]);
  return stdout.replace(/\tchain automatic \{[^}]*\}\n/, '').replaceAll(/\n{2,}/g, '\n');
}
