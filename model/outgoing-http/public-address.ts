/** Classifies IP addresses as public or not, in every notation. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** `2000::/3`, the only IPv6 range that is assigned for the internet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns whether an address is public. An IPv4 address in IPv6 form is treated as IPv4. Returns false for text that is not an address. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6);
}

/**
 * Returns the canonical form: `2001:db8::1` for `2001:DB8::0001`, and IPv4 for an IPv4 address in IPv6 form. Returns other text unchanged.
 */
export function canonicalAddress(text: string): string {
  return isIP(text) === 0 ? text : ipaddr.process(text).toString();
}
