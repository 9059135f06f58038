/**
 * What a payer writes with a bank transfer, and what a gateway keeps with a payment: a creditor reference of ISO 11649. It begins
 * with RF and two check digits, so that a bank's form refuses most typing errors, and no other word of a statement looks like it.
 */

/** Neither 0, 1, I, L nor O, which people mistake for one another. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const WORD_LENGTH = 12;
const REFERENCE_LENGTH = 4 + WORD_LENGTH;

/** A reference of random bytes, of which it needs 12. There are 31^12 of them: nobody guesses another's. */
export function makeReference(random: Uint8Array): string {
  if (random.length < WORD_LENGTH) throw new RangeError(`a reference needs ${WORD_LENGTH} random bytes`);
  const word = Array.from(random.subarray(0, WORD_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  const check = 98n - remainder(`${word}RF00`);
  return `RF${String(check).padStart(2, '0')}${word}`;
}

/** `RF18 K7Q2 ...`: in groups of four, as it is printed. */
export const grouped = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ');

/** The references in what a payer wrote, whatever spaces, signs and case are between their characters. No two are the same. */
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
  return remainder(text.slice(4) + text.slice(0, 4)) === 1n;
}

/** Of 97, letters read as 10 to 35. */
const remainder = (text: string): bigint => BigInt(text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;
