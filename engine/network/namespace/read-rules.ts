/** Reads the rules of the namespace from the kernel. */
import type { Netns } from '../netns.ts';

const MAX_BYTES = 64 << 20;

/** Lists the chain names of the table for routed packets. Empty without a namespace. */
export async function listChains(netns: Netns): Promise<string[]> {
  const { code, stdout } = await netns.attempt('nft', ['-j', 'list', 'chains', 'inet'], { maxBytes: MAX_BYTES });
  if (code !== 0) return [];
  const { nftables } = JSON.parse(stdout) as { nftables: { chain?: { table: string; name: string } }[] };
  return nftables.flatMap(({ chain }) => (chain?.table === 'innkeeper' ? chain.name : []));
}

/** Returns the text of all our tables. */
export async function listRules(netns: Netns): Promise<string> {
  const tables = ['inet', 'bridge', 'netdev'].map((family) =>
    netns.attempt('nft', ['--stateless', 'list', 'table', family, 'innkeeper'], { maxBytes: MAX_BYTES }),
  );
  return (await Promise.all(tables)).map(({ stdout }) => stdout).join('');
}
