/** A range of addresses, as the files of publishers have them. */
export interface GeoRecord {
  first: string;
  last: string;
  /** Two capital letters; null: not known. */
  country: string | null;
  asn: number | null;
  /** Of the autonomous system. */
  name: string | null;
}

export type GeoKind = 'country' | 'asn';

/** What is wrong with a file, in a sentence for the operator. */
export class GeoDataError extends Error {
  override name = 'GeoDataError';
}
