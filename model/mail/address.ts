/** Forms and limits of mail addresses. Mail servers and DNS know other letters of a domain only in ASCII form (RFC 5891). */
import { domainToASCII } from 'node:url';

/** Maximum length of a domain (RFC 1035). The conversion takes time with the square of the length. */
const MAX_DOMAIN = 255;

/** Maximum length in bytes of the part before the `@` (RFC 5321). Mail servers reject longer ones. */
const MAX_LOCAL_BYTES = 64;
export const LOCAL_PART_SENTENCE = `Must have at most ${MAX_LOCAL_BYTES} bytes before the @.`;

/** Returns whether the part before the `@` is short enough for mail servers. */
export function hasShortLocalPart(address: string): boolean {
  return Buffer.byteLength(address.slice(0, address.lastIndexOf('@'))) <= MAX_LOCAL_BYTES;
}

/** Returns the address with its domain in ASCII form: `ada@münchen.example` becomes `ada@xn--mnchen-3ya.example`. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return at === 0 ? address : address.slice(0, at) + asciiDomain(address.slice(at));
}

/** Returns the ASCII form of a domain with other letters. Returns a domain in ASCII, and text that is no domain, unchanged. */
export function asciiDomain(domain: string): string {
  // The function of Node would decode, cut or drop other characters: `ä%2eexample`, `ä/x`.
  const isConvertible =
    domain.length <= MAX_DOMAIN && /\P{ASCII}/u.test(domain) && /^(?:[A-Za-z0-9.-]|\P{ASCII})+$/u.test(domain);
  return (isConvertible && domainToASCII(domain)) || domain;
}
