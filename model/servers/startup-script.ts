/** Rules for startup scripts. The guest executes the text as a file, so other formats of cloud-init's user data would fail there unseen. */

/** Starts of user data that cloud-init reads in another way than as a script. It ignores blanks before them and upper case. */
const OTHER_FORMATS = /^\s*(?:#cloud-|#include|#part-handler|##\s*template:|content-type:|mime-version:)/i;
/** Start of gzip in base64: its two magic bytes and the only method of compression. */
const GZIP_IN_BASE64 = /^\s*H4sI/;

/**
 * Removes what hides the interpreter from the guest: carriage returns before line feeds, a byte order mark, and blanks or empty lines before
 * `#!`. The guest looks for `#!` in the first two bytes only, and would run a script in Python as one of the shell.
 */
export function normalizeStartupScript(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^\ufeff+/, '')
    .replace(/^\s+(?=#!)/, '');
}

/** A `#!` line that names no file, or goes on after a carriage return: the line ends of an old Mac. */
const NO_INTERPRETER = /^#!(?:[^\n]*\r|[ \t]*(?!\/|[ \t]))/;

/** Returns whether the guest can execute the normalized text, instead of needing cloud-init to interpret it. */
export function isExecutableScript(text: string): boolean {
  return !OTHER_FORMATS.test(text) && !GZIP_IN_BASE64.test(text) && !NO_INTERPRETER.test(text);
}
