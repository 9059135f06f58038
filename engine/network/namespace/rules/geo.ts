/**
 * Maps source address ranges to countries in the table of geo filters, shared by all protected addresses. The maps are split by the first
 * bits of the address (IPv4: 8, IPv6: 16), because large maps slow down lookups and changes. An empty chain per country records the loaded
 * data version in its name.
 */

import { addressOf, numberOf } from '@innkeeper/model/net/ip-networks';
import { countryNumber } from '@innkeeper/model/people/countries';
import { addElements, GEO } from './protection.ts';

/** Chain name of a loaded country, such as `loaded/AT/7`. */
const LOADED = /^loaded\/([A-Z]{2})\/(\w+)$/;

/**
 * Name of a map and of the chain that queries it, such as `of/1.0.0.0/7` or `of/2a00__/7`. Each data version has its own maps, so versions
 * never mix.
 */
const SHARD = /^of\/([\w.]+)\/(\w+)$/;

export interface Loaded {
  countries: { country: string; version: string }[];
  /** Loaded parts, each named by its first address, such as `1.0.0.0` or `2a00::`. */
  shards: { shard: string; version: string }[];
}

/** Returns the loaded countries and parts, derived from chain names. */
export function parseLoaded(chains: readonly string[]): Loaded {
  const matches = (pattern: RegExp) => chains.flatMap((chain) => (pattern.exec(chain) ? [pattern.exec(chain) ?? []] : []));
  return {
    countries: matches(LOADED).map(([, country = '', version = '']) => ({ country, version })),
    shards: matches(SHARD).map(([, shard = '', version = '']) => ({ shard: shard.replaceAll('_', ':'), version })),
  };
}

/**
 * Returns statements that add a country to the loaded data of this version. `shards` are the existing parts; the function adds the new
 * ones.
 */
export function loadCountry(country: string, version: string, ranges: readonly string[], shards: Set<string>): string[] {
  const byShard = new Map<string, string[]>();
  for (const range of ranges)
    for (const { shard, first, last } of split(range)) {
      const elements = byShard.get(shard) ?? [];
      const family = shard.includes(':') ? 'ipv6' : 'ipv4';
      elements.push(`${first === last ? first : `${first}-${last}`} . ${family} : ${countryNumber(country)}`);
      byShard.set(shard, elements);
    }
  const statements = [`add chain ${GEO} loaded/${country}/${version}`];
  for (const [shard, elements] of byShard) {
    if (!shards.has(shard)) statements.push(...addShard(shard, version));
    shards.add(shard);
    statements.push(...addElements(GEO, nameOf(shard, version), elements));
  }
  return statements;
}

/** Returns statements that remove everything loaded. */
export function unloadCountries({ countries, shards }: Loaded): string[] {
  return [
    ...countries.map(({ country, version }) => `delete chain ${GEO} loaded/${country}/${version}`),
    ...shards.flatMap(({ shard, version }) => [
      `delete element ${GEO} shards${shard.includes(':') ? 6 : 4} { ${shard} }`,
      `flush chain ${GEO} ${nameOf(shard, version)}`,
      `delete chain ${GEO} ${nameOf(shard, version)}`,
      `delete map ${GEO} ${nameOf(shard, version)}`,
    ]),
  ];
}

const nameOf = (shard: string, version: string): string => `of/${shard.replaceAll(':', '_')}/${version}`;

function addShard(shard: string, version: string): string[] {
  const six = shard.includes(':');
  const name = nameOf(shard, version);
  const source = `${six ? 'ip6' : 'ip'} saddr . meta nfproto`;
  return [
    `add map ${GEO} ${name} { typeof ${source} : meta mark; flags interval; }`,
    `add chain ${GEO} ${name}`,
    `add rule ${GEO} ${name} meta mark set ${source} map @${name}`,
    `add element ${GEO} shards${six ? 6 : 4} { ${shard} : goto ${name} }`,
  ];
}

/** Splits a range at the borders of the parts. */
function split(range: string): { shard: string; first: string; last: string }[] {
  const [from = '', to = from] = range.split('-');
  const version = from.includes(':') ? 6 : 4;
  const size = version === 4 ? 1n << 24n : 1n << 112n;
  const end = numberOf(to);
  const pieces: { shard: string; first: string; last: string }[] = [];
  for (let first = numberOf(from); first <= end; ) {
    const begin = (first / size) * size;
    const last = begin + size - 1n < end ? begin + size - 1n : end;
    pieces.push({ shard: addressOf(version, begin), first: addressOf(version, first), last: addressOf(version, last) });
    first = last + 1n;
  }
  return pieces;
}
