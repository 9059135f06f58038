/** One-time codes of authenticator apps: RFC 6238 (TOTP) over RFC 4226 (HOTP), with SHA-1 and steps of 30 seconds, as all apps have them. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ, and people type slowly: the step before and the one after are taken too. */
const DRIFT_STEPS = 1;
/** As many as the hash has, as RFC 4226 advises. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Steps since 1970 began. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / STEP_SECONDS);

/** The code of a step. `digits`: the RFC's vectors have 8. */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac[19] ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step that a code of 6 digits is of: now, or one beside it. Undefined for every other code, and for a step up to `lastStep`, so that
 * none is taken twice.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date, lastStep = -1): number | undefined {
  const current = stepAt(now);
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1)
    if (step > lastStep && timingSafeEqual(Buffer.from(codeOf(secret, step)), sized(code))) return step;
  return undefined;
}

const sized = (code: string): Buffer => Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));

/** Without padding (RFC 4648). */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Of letters A to Z and digits 2 to 7; what is left of a last byte is dropped, as apps do. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** For an authenticator app, mostly as a QR code. `secret`: base32; `issuer`: who asks for the codes. */
export function otpAuthUrl(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  // Apps read %20, and not all of them a plus.
  const query = Object.entries({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${label}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
