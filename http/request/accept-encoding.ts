/** Chooses the content coding of a reply by the header `Accept-Encoding` (RFC 9110, section 12.5.3). */

export type Coding = 'br' | 'gzip';

/** Best compression first. */
const PREFERENCE: readonly Coding[] = ['br', 'gzip'];

/** Returns the coding to send, or `undefined` for plain bytes. `available` holds the codings that exist for the file. */
export function chooseCoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Coding, unknown>>>,
): Coding | undefined {
  if (header === undefined) return undefined;
  const accepted = parseAccepted(header);
  const isAccepted = (coding: Coding): boolean => accepted.get(coding) ?? accepted.get('*') ?? false;
  return PREFERENCE.find((coding) => available[coding] !== undefined && isAccepted(coding));
}

/** Returns whether the client accepts each coding that it names. A weight of 0 refuses a coding. */
function parseAccepted(header: string): Map<string, boolean> {
  const entries = header.split(',').map((one): [string, boolean] => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return [name, !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))];
  });
  return new Map(entries);
}
