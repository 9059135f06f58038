/**
 * One-time codes of authenticator apps: RFC 6238 (TOTP) over RFC 4226 (HOTP). SHA-1 and steps of 30 seconds, because all apps support them.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Accepted steps before and after the current one, because clocks of phones differ and people type slowly. */
const DRIFT_STEPS = 1;
/** Length of the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the number of steps since 1970. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** Returns the code of a step. `digits` is 8 in the test vectors of the RFC. */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac[19] ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the step of a 6-digit code: the current step or a neighbour.
 *
 * Returns `undefined` for any other code, and for steps up to `lastStep`, so that no code is accepted twice.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date, lastStep = -1): number | undefined {
  const current = stepAt(now);
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeOf(secret, step)), sized(code))) return step;
  return undefined;
}

const sized = (code: string): Buffer => Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));

/** Encodes bytes as base32 without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Decodes base32 text of A to Z and 2 to 7. Bits of an incomplete last byte are dropped, as apps do. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns a URL for an authenticator app, usually shown as a QR code. `secret` is in base32. `issuer` is the name of the service. */
export function otpAuthUrl(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  // Apps read %20, but not all of them read a plus.
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
