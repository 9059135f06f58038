/** What an address is protected by, as the network port gets it. */
import { EngineError } from '../compute/port.ts';

export interface AddressProtection {
  /** `203.0.113.7/32`, or the prefix of a machine: `2001:db8:77:11::/64`. */
  network: string;
  /** Differs whenever anything of it differs: digits and letters. */
  revision: string;
  /** Networks of the same family that are let through, whatever the rest says. */
  whitelist: readonly string[];
  /** Networks that are dropped. */
  blacklist: readonly string[];
  /** Lets through these countries only (`allow`), or all but these. Null: all. */
  geo: { action: 'allow' | 'deny'; countries: readonly string[] } | null;
}

/** Which networks each country has. */
export interface CountryData {
  /** Differs whenever a range does: digits and letters. */
  version: string;
  /** Of a country, both families: `192.0.2.0-192.0.2.255`, none overlaps another of any country. */
  ranges(country: string): Promise<readonly string[]>;
}

export interface ProtectionChange {
  /** Each replaces what its network had. */
  set: readonly AddressProtection[];
  /** Networks that have none from now on; those that have none already are fine. */
  remove: readonly string[];
  /** Null: none is known, and no `geo` may be set. */
  countries: CountryData | null;
}

/** What packets obey now. */
export interface ProtectionState {
  /** The revision of each network that has any. */
  revisions: ReadonlyMap<string, string>;
  /** What somebody else changed since it was made, in words; that is missing above. */
  changed: readonly string[];
}

export const isEmpty = ({ whitelist, blacklist, geo }: AddressProtection): boolean =>
  whitelist.length === 0 && blacklist.length === 0 && geo === null;

/** For a geo filter without data. */
export const noCountries = (): EngineError =>
  new EngineError('unsupported', 'there is no data of countries', { retryable: false });
