import { invalid } from '@innkeeper/model/failures';
import type { IpNetwork } from '@innkeeper/model/ip-networks';
import { canonicalNetwork } from '@innkeeper/model/network-lists';

/**
 * Parses the networks of a request and clears their host bits. Throws `validation` with the index for an invalid network or one of another
 * family than the address.
 */
export function parseNetworksOf(texts: readonly string[], field: string, version: number): IpNetwork[] {
  return texts.map((text, at) => {
    const network = canonicalNetwork(text);
    if (!network) throw invalid(`${field}.${at}`, 'Must be an IP address or a network in CIDR form.');
    if (network.version !== version) throw invalid(`${field}.${at}`, `Must be IPv${version}, like the address.`);
    return network;
  });
}
