/**
 * Secrets at rest. What is sealed can be read with the installation's key alone, which is in no database and no dump of one
 * (apps/installation/secret-key.ts), and only for what it was sealed for.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Of the key, in bytes. */
export const KEY_BYTES = 32;
const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export interface Sealer {
  /** AES-256-GCM under a random IV. `purpose`: what it is for, and whose: `totp:12`. */
  seal(purpose: string, secret: Uint8Array): Buffer;
  /** Throws for what was sealed for something else, or with another key. */
  open(purpose: string, sealed: Buffer): Buffer;
  /** HMAC-SHA256, for short secrets that are only compared: without the key nobody can try them all. */
  digest(purpose: string, secret: string): Buffer;
}

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
