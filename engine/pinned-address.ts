/** Requests to where customers name: the address that was checked is the one that is connected to, whatever DNS says a moment later. */
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { canonicalAddress } from '@innkeeper/model/outgoing-http/public-address';

/** For a request's `lookup`: the name is this address. */
export function pinnedTo(address: string): LookupFunction {
  return (_name, { all }, found) => {
    const family = isIP(address);
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
}

/** Returns the canonical addresses of all network interfaces of this host. */
export function listOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map((own) => canonicalAddress(own.address)) ?? []);
}
