/** Rules for startup scripts. The guest executes the text as a file, so other formats of cloud-init's user data would fail there unseen. */

/** Starts of user data that cloud-init reads in another way than as a script. It ignores blanks before them and upper case. */
const OTHER_FORMATS = /^\s*(?:#cloud-|#include|#part-handler|##\s*template:|content-type:|mime-version:)/i;
/** Start of gzip in base64: its two magic bytes and the only method of compression. */
const GZIP_IN_BASE64 = /^\s*H4sI/;

/** Removes carriage returns before line feeds. With them no interpreter of a `#!` line is found. */
export function normalizeStartupScript(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Returns whether the guest can execute the text, instead of needing cloud-init to interpret it. */
export function isExecutableScript(text: string): boolean {
  return !OTHER_FORMATS.test(text) && !GZIP_IN_BASE64.test(text);
}
