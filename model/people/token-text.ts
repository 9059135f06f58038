/**
 * The text of tokens.
 *
 * A token has a prefix, 34 random letters and digits, and a checksum of 6 characters. The prefix is `ik_` for customers, `iks_` for staff,
 * and `ika_` for staff inside an account. Scanners of repositories and logs can therefore recognise tokens offline, and random text does
 * not match.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of a token. No prefix begins with another. */
export type TokenPrefix = 'ik_' | 'iks_' | 'ika_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Random characters: 34 of 62 letters and digits give 202 bits. */
const RANDOM = 34;
/** Checksum characters: 62^6 is more than 2^32. */
const CHECKSUM = 6;
const HINT = 7;

const FOUND = new RegExp(`(?<![0-9A-Za-z])ik[as]?_[0-9A-Za-z]{${RANDOM + CHECKSUM}}(?![0-9A-Za-z])`, 'g');

export function newTokenText(prefix: TokenPrefix = 'ik_'): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${prefix}${random}${checksumOf(prefix, random)}`;
}

/** Returns the first characters of a token, which identify it to people. */
export const hintOf = (token: string): string => token.slice(0, HINT);

/** Returns the distinct tokens in a text, in order of appearance. */
export function tokensIn(text: string): string[] {
  return [...new Set(text.match(FOUND) ?? [])].filter((token) => {
    const [prefix, body] = [token.slice(0, -RANDOM - CHECKSUM), token.slice(-RANDOM - CHECKSUM)];
    return checksumOf(prefix, body.slice(0, RANDOM)) === body.slice(RANDOM);
  });
}

function checksumOf(prefix: string, random: string): string {
  let rest = crc32(`${prefix}${random}`);
  let text = '';
  for (let i = 0; i < CHECKSUM; i += 1) {
    text = `${ALPHABET[rest % ALPHABET.length]}${text}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
