/**
 * Payment references: creditor references of ISO 11649.
 *
 * A payer enters the reference with a bank transfer, and a gateway stores it with a payment. The reference begins with RF and two check
 * digits. A bank's form therefore refuses most typing errors, and other text of a statement hardly ever matches.
 */

import { hasCheckDigits, remainder97 } from './check-digits.ts';

/** Alphabet without 0, 1, I, L and O, which people confuse. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const WORD_LENGTH = 12;
const REFERENCE_LENGTH = 4 + WORD_LENGTH;

/**
 * Returns a reference made of 12 random bytes. There are 31^12 references, so they cannot be guessed. Throws a RangeError for fewer bytes.
 */
export function makeReference(random: Uint8Array): string {
  if (random.length < WORD_LENGTH) throw new RangeError(`a reference needs ${WORD_LENGTH} random bytes`);
  const word = Array.from(random.subarray(0, WORD_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const check = 98n - remainder97(`${word}RF00`);
  return `RF${String(check).padStart(2, '0')}${word}`;
}

/** Returns the printed form in groups of four: `RF18 K7Q2 ...`. */
export const formatReference = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the distinct references in a payer's text, regardless of spaces, punctuation and case. */
export function findReferences(text: string): string[] {
  const compact = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const found = new Set<string>();
  for (let at = compact.indexOf('RF'); at >= 0; at = compact.indexOf('RF', at + 1)) {
    const candidate = compact.slice(at, at + REFERENCE_LENGTH);
    if (isReference(candidate)) found.add(candidate);
  }
  return [...found];
}

function isReference(text: string): boolean {
  if (!/^RF\d{2}[0-9A-Z]+$/.test(text) || text.length !== REFERENCE_LENGTH) return false;
  return hasCheckDigits(text);
}
