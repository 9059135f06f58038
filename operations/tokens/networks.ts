import { invalid } from '@innkeeper/model/failures';
import { canonicalNetwork, sortedCidrs } from '@innkeeper/model/network-lists';

/** Returns the networks in CIDR form, sorted, with host bits cleared. Throws `validation` with the index in `allowed_networks`. */
export function canonicalNetworks(texts: readonly string[]): string[] {
  return sortedCidrs(
    texts.map((text, at) => {
      const network = canonicalNetwork(text);
      if (!network) throw invalid(`allowed_networks.${at}`, 'Must be an IP address or a network in CIDR form.');
      return network;
    }),
  );
}
