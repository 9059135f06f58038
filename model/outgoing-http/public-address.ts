/** Classification of IP addresses: public or not, however they are written. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `2000::/3`, the only IPv6 addresses that are assigned for use on the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an address, `192.0.2.1` or `2001:db8::1`, is public. Judges IPv4 inside of IPv6 as IPv4. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/** Returns the canonical form: `2001:db8::1` for `2001:DB8::0001`, IPv4 for IPv4 inside of IPv6. Leaves other texts unchanged. */
export function canonicalAddress(text: string): string {
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}
