/**
 * Reads ranges in CSV line by line: `first,last,country` or `network,country`. For autonomous systems `first,last,asn,name` or
 * `network,asn,name`. The files of ip-location-db, IPtoASN (comma-separated) and DB-IP have these formats. Further columns are ignored, and
 * so is a heading line.
 */
import { isIP } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { addressOf, parseNetwork } from '@innkeeper/model/net/ip-networks';
import { GeoDataError, type GeoKind, type GeoRecord } from './record.ts';

const MAX_CHARACTERS = 1_000;

export async function* readCsv(input: Readable, kind: GeoKind): AsyncGenerator<GeoRecord> {
  let at = 0;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    at += 1;
    if (line.trim() === '' || line.startsWith('#')) continue;
    const record = line.length > MAX_CHARACTERS ? undefined : parseLine(cellsOf(line), kind);
    if (record === undefined && at > 1) throw new GeoDataError(`Line ${at} is no range.`);
    if (record) yield record;
  }
}

function parseLine([one = '', two = '', ...more]: readonly string[], kind: GeoKind): GeoRecord | undefined {
  const network = one.includes('/') ? parseNetwork(one) : undefined;
  const range = network
    ? { first: addressOf(network.version, network.first), last: addressOf(network.version, network.last) }
    : { first: one, last: two };
  if (isIP(range.first) === 0 || isIP(range.first) !== isIP(range.last)) return undefined;
  const [value = '', name = ''] = network ? [two, ...more] : more;
  if (kind === 'country') {
    const country = value.toUpperCase();
    if (country !== '' && !/^[A-Z]{2}$/.test(country)) return undefined;
    // ZZ: reserved or unassigned.
    return { ...range, country: country === '' || country === 'ZZ' ? null : country, asn: null, name: null };
  }
  const asn = Number(value.replace(/^AS/i, ''));
  if (value === '' || !Number.isInteger(asn) || asn < 0 || asn > 4_294_967_295) return undefined;
  return { ...range, country: null, asn, name: name === '' ? null : name.slice(0, 200) };
}

/** Splits a line into cells. Cells may be quoted, with doubled quotes inside. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(),
  );
}
