/** Kinds of user data. cloud-init decides by the first line, and so do these rules. */

/** A `script` is executed as a file. The other kinds are for cloud-init. */
export const USER_DATA_KINDS = ['script', 'cloud-config', 'template', 'boothook', 'mime'] as const;
export type UserDataKind = (typeof USER_DATA_KINDS)[number];

/** First lines of the kinds for cloud-init, which ignores case. A template of another language fails in the guest. */
const FIRST_LINES: readonly [UserDataKind, RegExp][] = [
  ['cloud-config', /^#cloud-config(?!\S)/i],
  ['boothook', /^#cloud-boothook(?!\S)/i],
  ['template', /^## template: jinja[ \t]*(?![^\n])/i],
  ['mime', /^(?:content-type|mime-version):/i],
];

/** Starts of other forms that cloud-init does not run as a script. The guest would execute them, and they would fail there unseen. */
const OTHER_FORMS = /^\s*(?:#cloud-|#include|#part-handler|##\s*template:)/i;
/** Start of gzip in base64: its two magic bytes and the only method of compression. */
const GZIP_IN_BASE64 = /^\s*H4sI/;
/** A `#!` line that names no file, or goes on after a carriage return: the line ends of an old Mac. */
const NO_INTERPRETER = /^#!(?:[^\n]*\r|[ \t]*(?!\/|[ \t]))/;

/**
 * Removes what hides the first line from the guest: a byte order mark, and blanks before the first line of a kind. Also removes carriage
 * returns before line feeds. The guest looks for `#!` in the first two bytes only, and would run a script in Python as one of the shell.
 */
export function normalizeUserData(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^\ufeff+/, '')
    .replace(/^\s+(?=#!|#cloud-|##\s*template:|content-type:|mime-version:)/i, '');
}

/** Returns the kind of normalized user data, or `null` for a form that is not supported. Other text is a script, with or without `#!`. */
export function userDataKind(text: string): UserDataKind | null {
  const [kind] = FIRST_LINES.find(([, line]) => line.test(text)) ?? [];
  if (kind !== undefined) return kind;
  return OTHER_FORMS.test(text) || GZIP_IN_BASE64.test(text) || NO_INTERPRETER.test(text) ? null : 'script';
}
