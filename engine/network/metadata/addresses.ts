/**
 * Addresses of the metadata service. Guests know it by two that are the same everywhere. In the namespace each machine has two of its own
 * instead, made of its MAC: the rules write them into what comes from the machine's tap (`../namespace/rules/metadata.ts`), so by the address that was
 * called the service knows who called. Nothing else leads to them, and no packet with them leaves the namespace.
 */

export const METADATA4 = '169.254.169.254';
export const METADATA6 = 'fe80::a9fe:a9fe';

/** Reserved (RFC 1112, section 4), so it is nobody's on the internet and in no pool. */
export const CALLED4 = '240.0.0.0/8';
/** Unique local, of nobody but us: no pool may be of it either. */
export const CALLED6 = 'fd6d:6574:6164::/64';

/** What tells machines of one installation apart: the last 24 bits of the MAC, as 6 digits. */
export const metadataKeyOf = (mac: string): string => mac.slice(9).replaceAll(':', '').toLowerCase();

/** `240.0.0.12` and `fd6d:6574:6164::c` of 52:54:00:00:00:0c. */
export function calledOf(mac: string): { v4: string; v6: string } {
  const number = Number.parseInt(metadataKeyOf(mac), 16);
  const [high, middle, low] = [number >> 16, (number >> 8) & 255, number & 255];
  return { v4: `240.${high}.${middle}.${low}`, v6: `fd6d:6574:6164::${high.toString(16)}:${(number & 0xffff).toString(16)}` };
}
