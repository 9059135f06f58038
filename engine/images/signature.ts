/**
 * Verifies vendors' signatures with gpgv and the keys of `keys/`. Only text that gpgv has verified is returned: text before and after a
 * clear-signed message is not signed.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../error.ts';
import { removeTrees } from '../host/remove.ts';
import { attempt } from '../host/run.ts';
import { makeDraft } from './drafts.ts';

export interface SignedText {
  text: string;
  /** Fingerprint of the primary key, 40 hexadecimal digits. */
  signedBy: string;
  /** Time at which the key signed. */
  signedAt: Date;
}

export interface SignatureInput {
  /** Directory for temporary files. */
  directory: string;
  /** Armored public keys. A signature by one of them is enough. */
  keys: string;
  /** The signed file, or the whole clear-signed message. */
  content: Buffer;
  /** Detached signature, binary or armored. `null` for a clear-signed message. A clear-signed message here replaces `content`. */
  signature: Buffer | null;
}

/** SHA-256, SHA-384 and SHA-512 by their numbers in OpenPGP. gpgv also accepts SHA-1, whose collisions are affordable. */
const HASHES: ReadonlySet<string> = new Set(['8', '9', '10']);
const SIGNED_AT_FIELD = 2;
const HASH_FIELD = 7;
const NOT_VALID = 'is not valid';
const CLEAR_SIGNED = '-----BEGIN PGP SIGNED MESSAGE-----';

/** Error of text that no key of the list has signed. `why` ends a sentence about the signature. */
export class SignatureError extends EngineError {
  readonly why: string;

  constructor(why: string) {
    super('image', `the signature ${why}`, { retryable: false });
    this.why = why;
  }
}

/** Returns the signed text. Throws a `SignatureError` unless a key of the list has signed it. */
export async function verifySignature(input: SignatureInput): Promise<SignedText> {
  const work = await makeDraft(input.directory);
  try {
    return await verifyIn(work, input);
  } finally {
    await removeTrees([work]);
  }
}

async function verifyIn(work: string, { keys, content, signature }: SignatureInput): Promise<SignedText> {
  const at = (name: string) => join(work, name);
  await writeFile(at('keys'), dearmorKeys(keys));
  const args = ['--homedir', work, '--keyring', at('keys'), '--status-fd', '1'];
  const message = signature === null ? content : signature.includes(CLEAR_SIGNED) ? signature : null;
  if (message === null) {
    await writeFile(at('content'), content);
    await writeFile(at('signature'), signature ?? '');
    args.push('--', at('signature'), at('content'));
  } else {
    await writeFile(at('message'), message);
    args.push('--output', at('content'), '--', at('message'));
  }
  const { code, stdout } = await attempt('gpgv', args);
  if (code === 127) throw new EngineError('host', 'gpgv is not installed: apt install gpgv', { retryable: false });
  const signer = signerOf(stdout);
  if ('why' in signer) throw new SignatureError(signer.why);
  if (code !== 0) throw new SignatureError(NOT_VALID);
  return { text: await readFile(at('content'), 'utf8'), ...signer };
}

/**
 * Returns the primary key of a good signature by gpgv's status lines, or why there is none. A signature of an expired key counts if it is
 * older than the end of the key. Vendors extend their keys, and Debian's packages follow later. A signature of a revoked key never counts.
 */
function signerOf(status: string): Omit<SignedText, 'text'> | { why: string } {
  const line = (name: string) => new RegExp(`^\\[GNUPG:\\] ${name} (.*)$`, 'm').exec(status)?.[1]?.trim().split(' ') ?? null;
  const valid = line('VALIDSIG');
  const primary = valid?.at(-1) ?? '';
  if (valid === null || !HASHES.has(valid[HASH_FIELD] ?? '') || !/^[0-9A-F]{40}$/.test(primary)) return { why: NOT_VALID };
  const [signedAt, endOfKey] = [Number(valid[SIGNED_AT_FIELD]), Number(line('KEYEXPIRED')?.[0])];
  const signer = { signedBy: primary, signedAt: new Date(signedAt * 1_000) };
  if (line('GOODSIG') !== null) return signer;
  if (line('EXPKEYSIG') === null || !(endOfKey > 0)) return { why: NOT_VALID };
  if (signedAt <= endOfKey) return signer;
  return { why: `is by a key that expired on ${new Date(endOfKey * 1_000).toISOString().slice(0, 10)}` };
}

/** Returns armored keys in binary form, which gpgv needs. Several blocks are joined. */
export function dearmorKeys(text: string): Buffer {
  const blocks = [
    ...text.matchAll(/-----BEGIN PGP PUBLIC KEY BLOCK-----\r?\n(?:[^\n]*:[^\n]*\n)*\r?\n([A-Za-z0-9+/=\s]+?)\r?\n=/g),
  ];
  return Buffer.concat(blocks.map(([, body = '']) => Buffer.from(body, 'base64')));
}
