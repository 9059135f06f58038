/** Requests to where customers name: the address that was checked is the one that is connected to, whatever DNS says a moment later. */
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isMirror, type Mirror } from '@innkeeper/model/mirrors';
import { canonicalAddress, PRIVATE } from '@innkeeper/model/public-address';

/** For a request's `lookup`: the name is this address. */
export function pinnedTo(address: string): LookupFunction {
  return (_name, { all }, found) => {
    const family = isIP(address);
    if (all) found(null, [{ address, family }]);
    else found(null, address, family);
  };
}

/**
 * Why none of these addresses of a name may be asked: one that is refused could be used next. `refused` judges one; the host's own are
 * refused besides, since its services may listen on its public address too, unless the operator allows that very place.
 */
export function refusedAmong(
  addresses: readonly string[],
  port: number,
  allowed: readonly Mirror[],
  refused: (place: Mirror) => string | undefined,
): string | undefined {
  for (const address of addresses) {
    const place = { address, port };
    const why = refused(place) ?? (isOurOwn(address) && !isMirror(allowed, place) ? PRIVATE : undefined);
    if (why !== undefined) return why;
  }
  return undefined;
}

function isOurOwn(text: string): boolean {
  const address = canonicalAddress(text);
  return Object.values(networkInterfaces()).some((all) => all?.some((own) => canonicalAddress(own.address) === address));
}
