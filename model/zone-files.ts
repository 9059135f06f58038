/** Zones as master files (RFC 1035, 5), for DNS servers that Innkeeper does not write to. */
import { delegationOf, isInZone, type ReverseZone, recordOf } from './reverse-names.ts';

export interface ZoneContent {
  nameservers: readonly string[];
  /** Whom to write to, as an address of mail. */
  contact: string;
  ttl: number;
  /** Its seconds are the serial: it rises with each file, and secondaries see it. */
  at: Date;
  /** Those of other zones are left out. */
  names: readonly { address: string; name: string }[];
}

export function zoneText(zone: ReverseZone, { nameservers, contact, ttl, at, names }: ZoneContent): string {
  const own = names.filter(({ address }) => isInZone(zone, address));
  const records = own.map(({ address, name }) => `${recordOf(zone, address)}. IN PTR ${name.toLowerCase()}.`);
  const serial = Math.floor(at.getTime() / 1000);
  return [
    `$ORIGIN ${zone.name}.`,
    `$TTL ${ttl}`,
    `@ IN SOA ${nameservers[0]}. ${mailboxOf(contact)} ${serial} 10800 3600 604800 3600`,
    ...nameservers.map((name) => `@ IN NS ${name}.`),
    ...records,
    '',
  ].join('\n');
}

/** What to ask for of who holds the parent, as lines of its own file; empty where the zone is delegated as it is. */
export function delegationText(zone: ReverseZone, nameservers: readonly string[]): string {
  if (zone.parent === null) return '';
  return [
    `Ask whoever holds ${zone.parent} for these records (RFC 2317):`,
    ...nameservers.map((name) => `${zone.name}. IN NS ${name}.`),
    ...delegationOf(zone).map(({ name, target }) => `${name}. IN CNAME ${target}.`),
  ].join('\n');
}

/** `hostmaster.example.com.` A dot before the @ is escaped (RFC 1035, 8). */
export function mailboxOf(contact: string): string {
  const at = contact.lastIndexOf('@');
  return `${contact.slice(0, at).replaceAll('.', '\\.')}.${contact.slice(at + 1)}.`;
}
