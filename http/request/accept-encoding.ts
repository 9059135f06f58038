/** Chooses the content coding of a reply by the header `Accept-Encoding` (RFC 9110, section 12.5.3). */
import { splitList } from './list-header.ts';

export type Coding = 'br' | 'gzip';

/** Codings in order of preference, best compression first. */
const PREFERENCE: readonly Coding[] = ['br', 'gzip'];

/** Names of each coding in requests (RFC 9110, section 8.4.1). The first one in the header decides. */
const NAMES: Readonly<Record<Coding, readonly string[]>> = { br: ['br'], gzip: ['gzip', 'x-gzip'] };

/** Returns the coding to send, or `undefined` for plain bytes. `available` contains the codings that exist for the reply. */
export function chooseCoding(
  header: string | readonly string[] | undefined,
  available: Readonly<Partial<Record<Coding, unknown>>>,
): Coding | undefined {
  const accepted = splitList(header);
  if (!accepted) return undefined;
  const weights = parseWeights(accepted);
  const weightOf = (coding: Coding): number => {
    const name = [...NAMES[coding], '*'].find((one) => weights.has(one));
    return (name !== undefined && weights.get(name)) || 0;
  };
  return PREFERENCE.find((coding) => available[coding] !== undefined && weightOf(coding) > 0);
}

/** Returns the weight of each coding by its name in lower case. A weight of 0, or one that is not a number, refuses the coding. */
function parseWeights(accepted: readonly string[]): Map<string, number> {
  const entries = accepted.map((one): [string, number] => {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
  });
  return new Map(entries);
}
