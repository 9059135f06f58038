/**
 * Encrypts secrets at rest.
 *
 * Only the installation's key opens a sealed secret, and only for the purpose that it was sealed for. The key is in no database and in no
 * database dump (apps/installation/secret-key.ts).
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Length of the key in bytes. */
export const KEY_BYTES = 32;
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** Encrypts with AES-256-GCM under a random IV. `purpose` names the use and the owner: `totp:12`. */
  seal(purpose: string, secret: Uint8Array): Buffer;
  /** Decrypts a sealed secret. Throws if the purpose or the key differs. */
  open(purpose: string, sealed: Buffer): Buffer;
  /** Returns an HMAC-SHA256 for short secrets that are only compared. Without the key they cannot be found by brute force. */
  digest(purpose: string, secret: string): Buffer;
}

/** Returns a sealer for the installation's key. Throws a RangeError unless the key has `KEY_BYTES` bytes. */
export function openSealer(key: Buffer): Sealer {
  if (key.length !== KEY_BYTES) throw new RangeError(`the key has ${key.length} bytes, not ${KEY_BYTES}`);
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `innkeeper ${use}`, KEY_BYTES));
  const [sealing, digesting] = [derived('sealing'), derived('digests')];
  return {
    seal(purpose, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(purpose));
      return Buffer.concat([Buffer.of(VERSION), iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
    },
    open(purpose, sealed) {
      if (sealed[0] !== VERSION) throw new Error('it was not sealed, or by a later version');
      const iv = sealed.subarray(1, 1 + IV_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES, -TAG_BYTES)), decipher.final()]);
    },
    digest: (purpose, secret) => createHmac('sha256', digesting).update(`${purpose}\n${secret}`).digest(),
  };
}

/** Returns the SHA-256 of a key in hexadecimal. The key is random, so its digest may be in the database and tells nothing of it. */
export function digestKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex');
}
