/** Reads the ranges of a file in MaxMind's format by walking from one network to the next. The file is held in memory. */
import { addressOf, numberOf } from '@innkeeper/model/net/ip-networks';
import { Reader, type Response } from 'maxmind';
import { GeoDataError, type GeoKind, type GeoRecord } from './record.ts';

/** The fields of the publishers' records that we use. */
interface MmdbRecord {
  country?: { iso_code?: unknown } | string;
  registered_country?: { iso_code?: unknown };
  country_code?: unknown;
  autonomous_system_number?: unknown;
  autonomous_system_organization?: unknown;
}

/** IPv6 networks outside 2000::/3, and aliases within it, repeat the IPv4 networks. They would be counted twice. */
const SIX_FROM = numberOf('2000::');
const SIX_TO = numberOf('4000::');
const ALIASES = [
  { first: numberOf('2001::'), next: numberOf('2001:1::') },
  { first: numberOf('2002::'), next: numberOf('2003::') },
];

export function readMmdb(file: Buffer, kind: GeoKind): { builtAt: Date; records: Generator<GeoRecord> } {
  let reader: Reader<Response>;
  try {
    reader = new Reader<Response>(file);
  } catch {
    // The reader's message may quote the file.
    throw new GeoDataError('The file is no MaxMind DB.');
  }
  return { builtAt: new Date(reader.metadata.buildEpoch), records: records(reader, kind) };
}

function* records(reader: Reader<Response>, kind: GeoKind): Generator<GeoRecord> {
  yield* walk(reader, kind, 4, 0n, 1n << 32n);
  if (reader.metadata.ipVersion === 6) yield* walk(reader, kind, 6, SIX_FROM, SIX_TO);
}

function* walk(reader: Reader<Response>, kind: GeoKind, version: 4 | 6, from: bigint, to: bigint): Generator<GeoRecord> {
  const bits = version === 4 ? 32n : 128n;
  for (let at = from; at < to; ) {
    const alias = version === 6 ? ALIASES.find(({ first, next }) => at >= first && at < next) : undefined;
    if (alias) {
      at = alias.next;
      continue;
    }
    const [found, prefix] = reader.getWithPrefixLength(addressOf(version, at));
    const size = 1n << (bits - BigInt(Math.min(Math.max(prefix, 0), Number(bits))));
    const end = (at / size + 1n) * size;
    if (found)
      yield { first: addressOf(version, at), last: addressOf(version, end - 1n), ...valuesOf(found as MmdbRecord, kind) };
    at = end;
  }
}

function valuesOf(record: MmdbRecord, kind: GeoKind): Pick<GeoRecord, 'country' | 'asn' | 'name'> {
  if (kind === 'country') {
    const { country, registered_country, country_code } = record;
    const code = typeof country === 'string' ? country : (country?.iso_code ?? country_code ?? registered_country?.iso_code);
    return { country: typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null, asn: null, name: null };
  }
  const { autonomous_system_number: asn, autonomous_system_organization: name } = record;
  return {
    country: null,
    asn: typeof asn === 'number' ? asn : null,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : null,
  };
}
