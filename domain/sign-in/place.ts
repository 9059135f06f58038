import { isIP } from 'node:net';
import { networkOf } from '@innkeeper/model/net/ip-networks';
import type { Cx } from '../context.ts';

/**
 * Prefix lengths of larger IPv6 networks that one caller may have. A home or server has a /64, a customer of a provider a /56, a company a
 * /48.
 */
const WIDER_PREFIXES = [56, 48] as const;

/** Returns the network of a request: an IPv4 address, or the /64 of an IPv6 address. Attempts and sign-in places are counted by it. */
export function signInNetwork({ clientAddress = '' }: Pick<Cx, 'clientAddress'>): string {
  if (isIP(clientAddress) === 6) return networkOf(clientAddress, 64);
  return clientAddress || 'unknown';
}

/** Returns the networks that contain a place, narrowest first: the place itself, and the /56 and /48 of an IPv6 network. */
export function networksAround(place: string): string[] {
  const [address = '', prefix] = place.split('/');
  if (prefix !== '64' || isIP(address) !== 6) return [place];
  return [place, ...WIDER_PREFIXES.map((wider) => networkOf(address, wider))];
}
