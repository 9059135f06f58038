/** Recovery codes for a lost authenticator app. Each code can be used once, such as `7d2f-90ab-c4e1`. */
import { randomBytes } from 'node:crypto';

const CODES = 10;
/** Bytes of a code: 48 bits, which are 12 hexadecimal digits. */
const CODE_BYTES = 6;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => (randomBytes(CODE_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-'));

/** Normalizes a code: `7D2F 90AB C4E1` becomes `7d2f90abc4e1`. */
export const plainRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[^0-9a-f]/g, '');
