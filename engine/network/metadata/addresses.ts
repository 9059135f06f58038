/**
 * Addresses of the metadata service. Guests call the same two addresses everywhere. In the namespace each machine has two internal
 * addresses derived from its MAC. The rules write them into packets from the machine's tap (`../namespace/rules/metadata.ts`), so the
 * called address identifies the caller. No other route leads to these addresses, and no packet with them leaves the namespace.
 */

export const METADATA4 = '169.254.169.254';
export const METADATA6 = 'fe80::a9fe:a9fe';

/** Network of the internal IPv4 addresses. Reserved (RFC 1112, section 4), so it exists neither on the internet nor in a pool. */
export const INTERNAL_NETWORK4 = '240.0.0.0/8';
/** Network of the internal IPv6 addresses. Unique local to this installation, so no pool may use it. */
export const INTERNAL_NETWORK6 = 'fd6d:6574:6164::/64';

/** Returns the part of the MAC that identifies a machine within the installation: the last 24 bits, as 6 hex digits. */
export const metadataKeyOf = (mac: string): string => mac.slice(9).replaceAll(':', '').toLowerCase();

/** Returns the internal addresses of a machine: `240.0.0.12` and `fd6d:6574:6164::c` for 52:54:00:00:00:0c. */
export function internalAddressesOf(mac: string): { v4: string; v6: string } {
  const number = Number.parseInt(metadataKeyOf(mac), 16);
  const [high, middle, low] = [number >> 16, (number >> 8) & 255, number & 255];
  return { v4: `240.${high}.${middle}.${low}`, v6: `fd6d:6574:6164::${high.toString(16)}:${(number & 0xffff).toString(16)}` };
}
