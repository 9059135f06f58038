import { isIP } from 'node:net';
import { networkOf } from '@innkeeper/model/ip-networks';
import type { Cx } from '../context.ts';

/** From where a request comes, as tries and places are counted: an IPv4 address, or the /64 of IPv6, which one customer has. */
export function placeOf({ clientAddress = '' }: Pick<Cx, 'clientAddress'>): string {
  if (isIP(clientAddress) === 6) return networkOf(clientAddress, 64);
  return clientAddress || 'unknown';
}
