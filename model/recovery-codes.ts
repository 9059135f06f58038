/** Codes for when an authenticator app is lost, each taken once: `7d2f-90ab-c4e1`. */
import { randomBytes } from 'node:crypto';

const CODES = 10;
/** Of each: 48 bits, which are 12 letters and digits. */
const CODE_BYTES = 6;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => (randomBytes(CODE_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'));

/** `7D2F 90AB C4E1` is `7d2f-90ab-c4e1`. */
export const plainRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
