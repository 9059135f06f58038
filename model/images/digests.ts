/** Reads the files in which vendors list digests of their images: GNU, BSD, or a digest alone. Pure. */

export type DigestAlgorithm = 'sha256' | 'sha512';

export interface Digest {
  algorithm: DigestAlgorithm;
  /** Lower case. */
  hex: string;
}

interface ListedDigest extends Digest {
  /** Name of the file, or `null` for a digest alone. */
  name: string | null;
}

export interface WantedDigest {
  /** Name of the file in its folder, such as `disk-latest.qcow2`. */
  name: string;
  algorithm: DigestAlgorithm;
  /** True if the list belongs to this file alone. Its digest then counts under any name that `names` matches. */
  isAlone: boolean;
  /** Names of builds of the file. Default: all. */
  names?: RegExp | undefined;
}

export type FoundDigest = { digest: Digest; names: string[] } | { why: string };

const GNU = /^([0-9a-f]{64}|[0-9a-f]{128}) [ *](?:\.\/)?(\S+)$/i;
const BSD = /^SHA(256|512) \((\S+)\) = ([0-9a-f]+)$/i;
const BARE = /^([0-9a-f]{64}|[0-9a-f]{128})$/i;
const HEX_LENGTH: Readonly<Record<DigestAlgorithm, number>> = { sha256: 64, sha512: 128 };
/** Name of a file in the same folder. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/;

/**
 * Finds the digest of a file. `names` lists the names under which the vendor has the same file, the one to download first. A name that the
 * vendor lists beside `name` is the dated one, which does not move. Returns the reason if there is no digest, or several differ.
 */
export function findDigest(text: string, { name, algorithm, isAlone, names }: WantedDigest): FoundDigest {
  const listed = text.split(/\r?\n/).flatMap((line) => parseLine(line.trim()));
  const usable = listed.filter((one) => one.algorithm === algorithm);
  const isBuild = (listed: string | null) => listed === null || names === undefined || names.test(listed);
  const found = usable.filter((one) => one.name === name || (isAlone && isBuild(one.name)));
  const [first] = found;
  if (first === undefined) return { why: `lists no ${algorithm === 'sha256' ? 'SHA-256' : 'SHA-512'} of ${name}` };
  if (found.some(({ hex }) => hex !== first.hex)) return { why: `lists several digests of ${name}` };
  const dated = usable.find((one) => one.hex === first.hex && one.name !== name && isSibling(one.name, name))?.name;
  return { digest: { algorithm, hex: first.hex }, names: dated ? [dated, name] : [name] };
}

function parseLine(line: string): ListedDigest[] {
  const [, bits, bsdName, bsdHex = ''] = BSD.exec(line) ?? [];
  if (bsdName !== undefined) {
    const algorithm = bits === '256' ? 'sha256' : 'sha512';
    return bsdHex.length === HEX_LENGTH[algorithm] ? [{ algorithm, hex: bsdHex.toLowerCase(), name: bsdName }] : [];
  }
  const [, hex, name = null] = GNU.exec(line) ?? BARE.exec(line) ?? [];
  if (hex === undefined) return [];
  return [{ algorithm: hex.length === HEX_LENGTH.sha256 ? 'sha256' : 'sha512', hex: hex.toLowerCase(), name }];
}

/** Returns whether a listed name is that of a file in the same folder with the same ending. */
function isSibling(listed: string | null, name: string): listed is string {
  return listed !== null && PLAIN_NAME.test(listed) && listed.split('.').at(-1) === name.split('.').at(-1);
}
