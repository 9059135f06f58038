import { isIP } from 'node:net';
import { networkOf } from '@innkeeper/model/ip-networks';
import type { Cx } from '../context.ts';

/** Sizes of IPv6 networks that one caller may have: a home or server has a /64, a customer of a provider a /56, a company a /48. */
const WIDER_PREFIXES = [56, 48] as const;

/** From where a request comes, as tries and places are counted: an IPv4 address, or the /64 of IPv6, which one customer has. */
export function placeOf({ clientAddress = '' }: Pick<Cx, 'clientAddress'>): string {
  if (isIP(clientAddress) === 6) return networkOf(clientAddress, 64);
  return clientAddress || 'unknown';
}

/** Returns the networks in which a place lies, the narrowest first: itself, and of an IPv6 network its /56 and /48. */
export function networksAround(place: string): string[] {
  const [address = '', prefix] = place.split('/');
  if (prefix !== '64' || isIP(address) !== 6) return [place];
  return [place, ...WIDER_PREFIXES.map((wider) => networkOf(address, wider))];
}
