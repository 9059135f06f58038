/**
 * Names that customers choose, as mails show them.
 *
 * A mail to an address without an account must not carry advertising, so a name with a link is replaced.
 */

/** Maximum length of a name in characters. */
const MAX_CHARACTERS = 60;

/** Controls, marks that change the direction of text, invisible characters, and line breaks of Unicode. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** Dots of other scripts, which browsers read as dots of a domain. */
const DOTS = /[\u3002\uFF0E\uFF61\u2024]/gu;

/** `://`, `www.`, an email address, a bare domain (`buy-now.example/x`) or an IPv4 address. */
const LINKS: readonly RegExp[] = [
  /:\/\//u,
  /www\s*\./iu,
  /@/u,
  /[\p{L}\p{N}]\.\p{L}{2,}/u,
  /[\p{L}\p{N}]\.xn--/iu,
  /\d+\.\d+\.\d+\.\d+/u,
];

/** Returns the name in one line of at most 60 characters. Returns `otherwise` for an empty name, and for one that holds a link. */
export function nameInMail(name: string, otherwise: string): string {
  const line = name.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/gu, ' ').trim();
  // Invisible characters within a link are removed too, so that they do not hide it.
  const dense = name.replaceAll(INVISIBLE, '').normalize('NFKC').replaceAll(DOTS, '.');
  if (line === '' || LINKS.some((link) => link.test(dense))) return otherwise;
  const characters = [...line];
  return characters.length <= MAX_CHARACTERS
    ? line
    : `${characters
        .slice(0, MAX_CHARACTERS - 1)
        .join('')
        .trimEnd()}…`;
}
