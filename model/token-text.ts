/**
 * The text of tokens: `ik_` (customers'), `iks_` (the staff's) or `ika_` (of the staff inside an account), 34 random letters and digits, and a checksum of 6. So scanners of repositories and logs recognise one
 * without asking anybody, and what only looks like one is none.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** No prefix begins with another. */
export type TokenPrefix = 'ik_' | 'iks_' | 'ika_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 34 of 62 characters are 202 bits. */
const RANDOM = 34;
/** 62 ** 6 are more than 2 ** 32. */
const CHECKSUM = 6;
const HINT = 7;

const FOUND = new RegExp(`(?<![0-9A-Za-z])ik[as]?_[0-9A-Za-z]{${RANDOM + CHECKSUM}}(?![0-9A-Za-z])`, 'g');

export function newTokenText(prefix: TokenPrefix = 'ik_'): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${prefix}${random}${checksumOf(prefix, random)}`;
}

/** The first characters, to recognise it by. */
export const hintOf = (token: string): string => token.slice(0, HINT);

/** Those in a text, each once, in the order in which they stand there. */
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
