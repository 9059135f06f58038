/** Names and types of files that customers and staff send with a ticket: both are what a client said, and go to other people's screens. */

/** What no program that opens a file by its type runs. All others are bytes without a type; SVG and HTML among them, which hold scripts. */
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

/** The type that a file is shown and served with. */
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

/** Of a file that nobody has said the type of. */
export const typeByName = (name: string): string =>
  TYPE_OF_ENDING[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? UNKNOWN_TYPE;

const MOST_NAME = 200;

/**
 * A file's name as it is kept: one line without directories, control characters and marks that turn the direction of text (`gpj.exe` can be
 * made to look like `exe.jpg`), at most 200 characters with its ending.
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
  if (letters.length <= MOST_NAME) return name;
  const ending = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? '';
  return letters.slice(0, MOST_NAME - [...ending].length).join('') + ending;
}

/** `Content-Disposition` by RFC 6266: the name as ASCII for old clients, and as UTF-8. Browsers save the file, and show nothing of it. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
