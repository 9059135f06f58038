/** Letters and digits except easily confused ones. There are 32 of them, so each carries 5 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

const randomOfBrowser = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

/** Makes a password of 100 random bits: `abcde-fghij-kmnpq-rstuv`. */
export function generatePassword(randomBytes: (length: number) => Uint8Array = randomOfBrowser): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return [0, 5, 10, 15].map((from) => letters.slice(from, from + 5).join('')).join('-');
}
