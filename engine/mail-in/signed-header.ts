/**
 * Checks whether the header of a raw mail is safe for signature checks. Only plain headers are. If two parsers read a line differently, an
 * attacker could resend a signed mail of another person with altered text.
 */

/** Maximum size of the header, more than a mail with a thousand recipients needs. The verifier takes seconds for a few megabytes. */
export const MAX_HEADER_BYTES = 256 * 1024;
const MAX_LINES = 5_000;
/** Maximum size of each field that the verifier parses. */
const MAX_PARSED_FIELD_BYTES = 16 * 1024;
/** Maximum number of signatures. 300 signatures took 24 s. */
const MAX_SIGNATURES = 5;

const PARSED = /^(?:from|return-path|content-type|dkim-signature|arc-.*)$/;
/**
 * Fields that decide the content, its recipients and its handling. A signature covers the last one of a name, but the parser reads the
 * first.
 */
const AT_MOST_ONE = new Set([
  ...['from', 'subject', 'message-id', 'in-reply-to', 'references', 'mime-version'],
  ...['content-type', 'content-transfer-encoding', 'content-disposition'],
  ...['to', 'cc', 'reply-to', 'sender', 'date', 'auto-submitted'],
]);

const FIELD_NAME = /^([\x21-\x39\x3b-\x7e]+)[ \t]*:/;

/** Returns whether the mail has one to five signatures, and its header is neither ambiguous nor too large. */
export function hasCheckableSignature(raw: Uint8Array): boolean {
  const fields = readPlainFields(raw);
  if (!fields) return false;
  const count = (name: string): number => fields.filter((field) => field.name === name).length;
  const signatures = count('dkim-signature');
  return (
    signatures > 0 &&
    signatures <= MAX_SIGNATURES &&
    [...AT_MOST_ONE].every((name) => count(name) <= 1) &&
    fields.every(({ name, value }) => name.length + value.length <= MAX_PARSED_FIELD_BYTES || !PARSED.test(name))
  );
}

export interface HeaderField {
  /** Name in lower case. */
  name: string;
  /** Value on one line. */
  value: string;
}

/** Parses the header's fields. Returns `undefined` if the header is too large, or a line is neither a field nor its continuation. */
export function readPlainFields(raw: Uint8Array): HeaderField[] | undefined {
  const start = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, MAX_HEADER_BYTES)).toString('latin1');
  const lines = start.split(/\r?\n/, MAX_LINES + 1);
  const end = lines.indexOf('');
  // An empty last line may result from cutting the text.
  if (end < 0 || (end === lines.length - 1 && raw.length >= MAX_HEADER_BYTES)) return undefined;
  const fields: HeaderField[] = [];
  for (const line of lines.slice(0, end)) {
    if (/[\0\r]/.test(line)) return undefined;
    if (/^[ \t]/.test(line)) {
      const field = fields.at(-1);
      if (!field) return undefined;
      field.value += line;
    } else {
      const [start = '', name] = FIELD_NAME.exec(line) ?? [];
      if (name === undefined) return undefined;
      fields.push({ name: name.toLowerCase(), value: line.slice(start.length) });
    }
  }
  return fields;
}

/** Returns the mail with every bare LF replaced by CRLF, as it was signed. A mail server's pipe may have converted the line ends. */
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
