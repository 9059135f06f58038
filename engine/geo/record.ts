/** A range of addresses, as in the files of publishers. */
export interface GeoRecord {
  first: string;
  last: string;
  /** Two capital letters, or `null` if unknown. */
  country: string | null;
  asn: number | null;
  /** Name of the autonomous system, or `null` if unknown. */
  name: string | null;
}

export type GeoKind = 'country' | 'asn';

/** The defect of a file, with a message for the operator. */
export class GeoDataError extends Error {
  override name = 'GeoDataError';
}
