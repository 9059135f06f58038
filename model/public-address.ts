/**
 * Where a download may lead: to public addresses only, however they are written, and to mirrors of the operator's. A host inside the operator's networks must
 * not be reached through us, nor what a cloud tells its machines over a link-local address.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isMirror, type Mirror } from './mirrors.ts';

/** Web servers listen there; other ports belong to services that no ISO comes from. */
const PORTS: readonly number[] = [80, 443, 8080, 8443];

/** `2000::/3`: all of IPv6 that is given out for use on the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address, `192.0.2.1` or `2001:db8::1`, is one of the internet. IPv4 inside of IPv6 is judged as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/** Its one form: `2001:DB8::0001` is `2001:db8::1`, and IPv4 inside of IPv6 is IPv4. What is no address stays as it is. */
export function canonicalAddress(text: string): string {
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}

/** Why nothing is downloaded from this URL, as a sentence; undefined when the URL alone gives no reason to refuse. */
export function refusedUrl(text: string, mirrors: readonly Mirror[] = []): string | undefined {
  if (!URL.canParse(text)) return 'This is not a valid URL.';
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'The URL must begin with http:// or https://.';
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or a password.';
  const [host, port] = [hostOf(url), portOf(url)];
  if (isIP(host) !== 0) return refusedPlace({ address: host, port }, mirrors);
  if (host === '' || host === 'localhost' || host.endsWith('.localhost')) return PRIVATE;
  // A name may lead to a mirror; whether it does is seen when it is asked.
  return mirrors.some((mirror) => mirror.port === port) ? undefined : refusedPort(port);
}

/** Why nothing is downloaded from this address, whether it was in the URL or is what its name resolved to. */
export function refusedPlace({ address, port }: Mirror, mirrors: readonly Mirror[]): string | undefined {
  if (isMirror(mirrors, { address, port })) return undefined;
  return isPublicAddress(address) ? refusedPort(port) : PRIVATE;
}

function refusedPort(port: number): string | undefined {
  return PORTS.includes(port) ? undefined : `The port must be one of ${PORTS.join(', ')}.`;
}

export const PRIVATE = 'The URL leads to an address that is not public.';

/** A name, or an address without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}
