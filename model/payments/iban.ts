import { hasCheckDigits } from './check-digits.ts';

/** Form of an IBAN without spaces. */
export const IBAN_PATTERN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Returns whether a text is an IBAN without spaces, with correct check digits. The lengths of the countries are not checked. */
export const isIban = (text: string): boolean => IBAN_PATTERN.test(text) && hasCheckDigits(text);
