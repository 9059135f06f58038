/**
 * OpenSSH public keys, checked to the last byte: a key that is truncated, padded or of a form that sshd does not accept is
 * refused here, not discovered at the first login.
 */
import { createHash } from 'node:crypto';
import { invalid } from './failures.ts';

export interface SshPublicKey {
  type: string;
  /** Of RSA: the modulus. */
  bits: number;
  /** MD5 with colons, as `ssh-keygen -E md5 -l` prints it after `MD5:`. */
  fingerprint: string;
  /** The line as it is stored: type, key and comment with one space between each. */
  line: string;
}

/** Less is within reach of factoring, and new OpenSSH versions refuse 1024 themselves. */
const LEAST_RSA_BITS = 2048;
/** What ssh-keygen makes at most. */
const MOST_RSA_BITS = 16_384;
const ED25519_BYTES = 32;
const CURVE_BITS: Record<string, number> = { nistp256: 256, nistp384: 384, nistp521: 521 };

/** Returns the bits of a key whose type has been read; throws a sentence when the bytes are not such a key. */
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

/** Reads one line of OpenSSH form. Throws `validation` under `key` with what is wrong. */
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
  if (bits < LEAST_RSA_BITS) throw refusal(`An RSA key must have at least ${LEAST_RSA_BITS} bits. This key has ${bits}.`);
  if (bits > MOST_RSA_BITS) throw refusal(`An RSA key must have at most ${MOST_RSA_BITS} bits.`);
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
  // 4: both coordinates follow, the only form that OpenSSH takes.
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

/** The wire form of RFC 4251: lengths of 4 bytes, each before its bytes. */
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

  /** Positive and in its shortest form; without the zero that keeps it positive. */
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
