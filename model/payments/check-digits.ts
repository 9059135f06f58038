/** Check digits of ISO 7064 (MOD 97-10), as creditor references and IBANs have them. */

/** Returns the remainder modulo 97, with letters read as 10 to 35. The text has upper-case letters and digits only. */
export const remainder97 = (text: string): bigint =>
  BigInt(text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))) % 97n;

/** Returns whether the check digits, which are at positions 3 and 4, match the rest of the text. */
export const hasCheckDigits = (text: string): boolean => remainder97(text.slice(4) + text.slice(0, 4)) === 1n;
