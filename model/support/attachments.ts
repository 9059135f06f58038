/** Names and types of ticket attachments. Clients choose both, and other people see them. */

/**
 * Types that no program executes when it opens a file by its type. All other files are served as untyped bytes, including SVG and HTML,
 * which can contain scripts.
 */
const SAFE_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/zip',
  'application/gzip',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'text/plain',
]);

export const UNKNOWN_TYPE = 'application/octet-stream';

/** Returns the type to show and serve a file with. Unsafe and unknown types become `application/octet-stream`. */
export function safeType(declared: string): string {
  const type = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return SAFE_TYPES.has(type) ? type : UNKNOWN_TYPE;
}

const TYPE_OF_ENDING: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  csv: 'text/csv',
  txt: 'text/plain',
  log: 'text/plain',
};

/** Returns the type of a file without a declared type, from the ending of its name. */
export const typeByName = (name: string): string =>
  TYPE_OF_ENDING[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? UNKNOWN_TYPE;

const MAX_NAME_LENGTH = 200;

/**
 * Returns the stored name of a file: one line of at most 200 characters, including its ending.
 *
 * Removes directories, control characters and marks that change the direction of text. Such marks can make `gpj.exe` look like `exe.jpg`.
 */
export function safeFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .replace(/^\.+$/, '');
  if (name === '') return 'file';
  const letters = [...name];
  if (letters.length <= MAX_NAME_LENGTH) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  return letters.slice(0, MAX_NAME_LENGTH - [...ending].length).join('') + ending;
}

/**
 * Returns a `Content-Disposition` header (RFC 6266) with the name in ASCII for old clients and in UTF-8. Browsers save the file and do not
 * display it.
 */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
