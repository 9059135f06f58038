/** Networks of a request. */
import { invalid } from '@innkeeper/model/failures';
import type { IpNetwork } from '@innkeeper/model/ip-networks';
import { canonicalNetwork } from '@innkeeper/model/network-lists';

/** Of the family of the address, host bits cleared. */
export function parsed(texts: readonly string[], field: string, version: number): IpNetwork[] {
  return texts.map((text, at) => {
    const network = canonicalNetwork(text);
    if (!network) throw invalid(`${field}.${at}`, 'Must be an IP address or a network in CIDR form.');
    if (network.version !== version) throw invalid(`${field}.${at}`, `Must be IPv${version}, like the address.`);
    return network;
  });
}
