/**
 * The countries of sources: maps from ranges to countries in the table of geo filters, shared by all addresses. They are split by the first bits of the
 * address (IPv4: 8, IPv6: 16), since a look-up, and a change, of such a map takes longer the more ranges it has. A chain without rules
 * says which country is loaded, and of which data.
 */
import { countryNumber } from '@innkeeper/model/countries';
import { addressOf, numberOf } from '@innkeeper/model/ip-networks';
import { addElements, GEO } from './protection.ts';

/** `loaded/AT/7`. */
const LOADED = /^loaded\/([A-Z]{2})\/(\w+)$/;

/** `of/1.0.0.0/7`, `of/2a00__/7`: a map, and the chain that asks it. Of another version are other ones, so that both are never mixed. */
const SHARD = /^of\/([\w.]+)\/(\w+)$/;

export interface Loaded {
  countries: { country: string; version: string }[];
  /** `1.0.0.0`, `2a00::`: the first address of each part. */
  shards: { shard: string; version: string }[];
}

/** What is loaded, by the names of the chains. */
export function loadedBy(chains: readonly string[]): Loaded {
  const matches = (pattern: RegExp) => chains.flatMap((chain) => (pattern.exec(chain) ? [pattern.exec(chain) ?? []] : []));
  return {
    countries: matches(LOADED).map(([, country = '', version = '']) => ({ country, version })),
    shards: matches(SHARD).map(([, shard = '', version = '']) => ({ shard: shard.replaceAll('_', ':'), version })),
  };
}

/** Adds a country to what is loaded of that version; `shards` are those that there are, and those that it adds. */
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

/** Removes all that is loaded. */
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

/** A range cut at the borders of shards. */
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
