/** The protection of addresses, as passed to the network port. */
import { EngineError } from '../error.ts';

export interface AddressProtection {
  /** Address or machine prefix: `203.0.113.7/32` or `2001:db8:77:11::/64`. */
  network: string;
  /** Digits and letters that change with any change of the protection. */
  revision: string;
  /** Networks of the same family that are always allowed, regardless of the other fields. */
  whitelist: readonly string[];
  /** Networks whose packets are dropped. */
  blacklist: readonly string[];
  /** Countries that alone are allowed (`allow`), or are refused (`deny`). `null` allows all. */
  geo: { action: 'allow' | 'deny'; countries: readonly string[] } | null;
}

/** The networks of each country. */
export interface CountryData {
  /** Digits and letters that change with any change of a range. */
  version: string;
  /** Returns the ranges of a country in both families, such as `192.0.2.0-192.0.2.255`. Ranges of all countries are disjoint. */
  ranges(country: string): Promise<readonly string[]>;
}

export interface ProtectionChange {
  /** Protections to apply. Each replaces the previous one of its network. */
  set: readonly AddressProtection[];
  /** Networks whose protection is removed. Networks without protection are ignored. */
  remove: readonly string[];
  /** Country data, or `null` if none is available. In that case no `geo` may be set. */
  countries: CountryData | null;
}

/** The protection that packets obey now. */
export interface ProtectionState {
  /** Revision of each protected network. */
  revisions: ReadonlyMap<string, string>;
  /** Descriptions of what others changed since the protection was applied. Such networks are missing in `revisions`. */
  changed: readonly string[];
}

/** Returns whether the protection contains nothing. */
export const isEmpty = ({ whitelist, blacklist, geo }: AddressProtection): boolean =>
  whitelist.length === 0 && blacklist.length === 0 && geo === null;

/** Returns the error of a geo filter without country data. */
export const noCountries = (): EngineError =>
  new EngineError('unsupported', 'there is no data of countries', { retryable: false });
