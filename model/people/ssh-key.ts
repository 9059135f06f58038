/**
 * Parses OpenSSH public keys and checks every byte.
 *
 * A key that is truncated, padded or not accepted by sshd is refused here, instead of failing at the first login.
 */
import { createHash } from 'node:crypto';
import { invalid } from '../failures.ts';

export interface SshPublicKey {
  type: string;
  /** Size in bits. For RSA: the size of the modulus. */
  bits: number;
  /** MD5 fingerprint with colons, as `ssh-keygen -E md5 -l` prints it after `MD5:`. */
  fingerprint: string;
  /** Stored line: type, key and comment, separated by one space each. */
  line: string;
}

/** Minimum size of RSA keys. Smaller keys are close to being factored, and new OpenSSH versions refuse 1024 bits themselves. */
const MIN_RSA_BITS = 2048;
/** Maximum size that ssh-keygen creates. */
const MAX_RSA_BITS = 16_384;
const ED25519_BYTES = 32;
const CURVE_BITS: Record<string, number> = { nistp256: 256, nistp384: 384, nistp521: 521 };

/** Reads a key after its type and returns its size in bits. Throws `validation` if the bytes are not such a key. */
type Body = (read: Reader) => number;

const BODIES: Record<string, Body> = {
  'ssh-rsa': rsa,
  'ssh-ed25519': ed25519,
  'ecdsa-sha2-nistp256': (read) => ecdsa(read, 'nistp256'),
  'ecdsa-sha2-nistp384': (read) => ecdsa(read, 'nistp384'),
  'ecdsa-sha2-nistp521': (read) => ecdsa(read, 'nistp521'),
  'sk-ssh-ed25519@openssh.com': (read) => withApplication(read, ed25519(read)),
  'sk-ecdsa-sha2-nistp256@openssh.com': (read) => withApplication(read, ecdsa(read, 'nistp256')),
};

/** Parses one line in OpenSSH format. Throws `validation` for the field `key` if the key is invalid. */
export function parseSshKey(text: string): SshPublicKey {
  const [type = '', encoded = '', ...comment] = text.trim().split(/\s+/);
  const body = Object.hasOwn(BODIES, type) ? BODIES[type] : undefined;
  if (!body) throw refusal(`Must begin with one of ${Object.keys(BODIES).join(', ')}.`);
  const blob = Buffer.from(encoded, 'base64');
  if (blob.length === 0 || blob.toString('base64') !== encoded) throw refusal('The key is not valid base64.');
  const read = new Reader(blob);
  if (read.bytes().toString('latin1') !== type) throw refusal('The type in the line does not match the key.');
  const bits = body(read);
  if (!read.atEnd()) throw refusal('The key has extra bytes at its end.');
  return { type, bits, fingerprint: fingerprintOf(blob), line: [type, encoded, ...comment].join(' ') };
}

function fingerprintOf(blob: Buffer): string {
  const hex = createHash('md5').update(blob).digest('hex');
  return (hex.match(/../g) ?? []).join(':');
}

function rsa(read: Reader): number {
  const exponent = read.integer();
  const modulus = read.integer();
  const bits = bitsOf(modulus);
  if (bits < MIN_RSA_BITS) throw refusal(`An RSA key must have at least ${MIN_RSA_BITS} bits. This key has ${bits}.`);
  if (bits > MAX_RSA_BITS) throw refusal(`An RSA key must have at most ${MAX_RSA_BITS} bits.`);
  if (!isOdd(modulus) || !isOdd(exponent) || (exponent.length === 1 && exponent[0] === 1))
    throw refusal('This is not an RSA key.');
  return bits;
}

function ed25519(read: Reader): number {
  if (read.bytes().length !== ED25519_BYTES) throw refusal('An Ed25519 key must have 32 bytes.');
  return 256;
}

function ecdsa(read: Reader, curve: string): number {
  const bits = CURVE_BITS[curve] ?? 0;
  if (read.bytes().toString('latin1') !== curve) throw refusal('The curve of the key does not match its type.');
  const point = read.bytes();
  // 4 marks a point with both coordinates, the only form that OpenSSH accepts.
  if (point[0] !== 4 || point.length !== 1 + 2 * Math.ceil(bits / 8)) throw refusal('The key is not a point of its curve.');
  return bits;
}

function withApplication(read: Reader, bits: number): number {
  if (read.bytes().length === 0) throw refusal('The key does not name its application.');
  return bits;
}

const bitsOf = (integer: Buffer): number => integer.length * 8 - Math.clz32(integer[0] ?? 0) + 24;
const isOdd = (integer: Buffer): boolean => ((integer.at(-1) ?? 0) & 1) === 1;
const refusal = (sentence: string) => invalid('key', sentence);

/** Reader of the wire format of RFC 4251: byte strings with a length prefix of 4 bytes. */
class Reader {
  readonly #blob: Buffer;
  #at = 0;

  constructor(blob: Buffer) {
    this.#blob = blob;
  }

  bytes(): Buffer {
    const start = this.#at + 4;
    const end = start <= this.#blob.length ? start + this.#blob.readUInt32BE(this.#at) : Number.POSITIVE_INFINITY;
    if (end > this.#blob.length) throw refusal('The key is truncated.');
    this.#at = end;
    return this.#blob.subarray(start, end);
  }

  /** Returns a positive integer without its leading zero byte. Throws if it is not in the shortest form. */
  integer(): Buffer {
    const bytes = this.bytes();
    const [first = 0, second = 0] = bytes;
    const padded = first === 0;
    if (bytes.length === 0 || first > 127 || (padded && second < 128))
      throw refusal('The key contains a number that is not encoded correctly.');
    return padded ? bytes.subarray(1) : bytes;
  }

  atEnd(): boolean {
    return this.#at === this.#blob.length;
  }
}
