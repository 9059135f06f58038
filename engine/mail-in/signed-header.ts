/**
 * Looks whether the header of a raw mail may be checked for signatures at all. Only plain headers may: a line that two parsers read differently
 * would let somebody send a signed mail of another person again with words of his own.
 */

/** More than a mail with a thousand recipients has. The verifier needs seconds for a few megabytes. */
export const MAX_HEADER_BYTES = 256 * 1024;
const MAX_LINES = 5_000;
/** Of each field that the verifier takes apart. */
const MAX_PARSED_FIELD_BYTES = 16 * 1024;
/** 300 signatures took 24 s. */
const MAX_SIGNATURES = 5;

const PARSED = /^(?:from|return-path|content-type|dkim-signature|arc-.*)$/;
/** Fields that decide what is read. A signature covers the last one of a name, and the parser reads the first. */
const AT_MOST_ONE = new Set([
  ...['from', 'subject', 'message-id', 'in-reply-to', 'references', 'mime-version'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition'],
]);

const FIELD_NAME = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;

/** Returns whether it has one to five signatures, and nothing in it is ambiguous or too large. */
export function hasCheckableSignature(raw: Uint8Array): boolean {
  const fields = plainFields(raw);
  if (!fields) return false;
  const count = (name: string): number => fields.filter((field) => field.name === name).length;
  const signatures = count('dkim-signature');
  return (
    signatures > 0 &&
    signatures <= MAX_SIGNATURES &&
    [...AT_MOST_ONE].every((name) => count(name) <= 1) &&
    fields.every(({ name, bytes }) => bytes <= MAX_PARSED_FIELD_BYTES || !PARSED.test(name))
  );
}

interface Field {
  /** In lower case. */
  name: string;
  bytes: number;
}

/** Returns `undefined` for a header that is too large, or has a line that is neither a field nor its continuation. */
function plainFields(raw: Uint8Array): Field[] | undefined {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_HEADER_BYTES)).toString('latin1');
  const lines = start.split(/\r?\n/, MAX_LINES + 1);
  const end = lines.indexOf('');
  // An empty last line may be where the text was cut.
  if (end < 0 || (end === lines.length - 1 && raw.length >= MAX_HEADER_BYTES)) return undefined;
  const fields: Field[] = [];
  for (const line of lines.slice(0, end)) {
    const name = FIELD_NAME.exec(line)?.[1]?.toLowerCase();
    const field = /^[ \t]/.test(line) ? fields.at(-1) : name && { name, bytes: 0 };
    if (!field || /[\0\r]/.test(line)) return undefined;
    if (field !== fields.at(-1)) fields.push(field);
    field.bytes += line.length;
  }
  return fields;
}

/** Returns the mail with CRLF in place of each LF alone, as it was signed. A mail server's pipe may have made LF of it. */
export function withCrlf(raw: Uint8Array): Buffer {
  const isBare = (at: number): boolean => raw[at] === 0x0a && raw[at - 1] !== 0x0d;
  let bare = 0;
  for (let at = 0; at < raw.length; at += 1) if (isBare(at)) bare += 1;
  if (bare === 0) return Buffer.from(raw.buffer, raw.byteOffset, raw.length);
  const whole = Buffer.allocUnsafe(raw.length + bare);
  let to = 0;
  for (let at = 0; at < raw.length; at += 1) {
    if (isBare(at)) whole[to++] = 0x0d;
    whole[to++] = raw[at] ?? 0;
  }
  return whole;
}
