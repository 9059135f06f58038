/** Zones as master files (RFC 1035, section 5), for DNS servers that Innkeeper does not write to. */
import { delegationOf, isInZone, type ReverseZone, recordOf } from './reverse-names.ts';

export interface ZoneContent {
  nameservers: readonly string[];
  /** Mail address of the contact. */
  contact: string;
  ttl: number;
  /** Time of the file. Its seconds are the serial, which rises with each file so that secondaries detect the change. */
  at: Date;
  /** Names by address. Names of other zones are ignored. */
  names: readonly { address: string; name: string }[];
}

/** Returns the master file of a zone. */
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

/** Returns the records to request from the holder of the parent zone, one per line. Empty if the zone is delegated directly. */
export function delegationText(zone: ReverseZone, nameservers: readonly string[]): string {
  if (zone.parent === null) return '';
  return [
    `Ask whoever holds ${zone.parent} for these records (RFC 2317):`,
    ...nameservers.map((name) => `${zone.name}. IN NS ${name}.`),
    ...delegationOf(zone).map(({ name, target }) => `${name}. IN CNAME ${target}.`),
  ].join('\n');
}

/** Returns the contact in the form of a zone file: `hostmaster.example.com.` Dots before the @ are escaped (RFC 1035, section 8). */
export function mailboxOf(contact: string): string {
  const at = contact.lastIndexOf('@');
  return `${contact.slice(0, at).replaceAll('.', '\\.')}.${contact.slice(at + 1)}.`;
}
