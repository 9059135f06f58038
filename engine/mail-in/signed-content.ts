/**
 * Decides whether a passed signature shows that the sender wrote this mail to us, now. Runs in the parser's thread.
 *
 * A signature leaves out fields. Anyone may change those and send the mail again.
 */
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import { addressParser } from 'postal-mime';
import { readPlainFields } from './signed-header.ts';

export interface SignedParts {
  /** Names of the fields that the signature covers, in lower case. */
  fields: readonly string[];
  /** Time of the signature (`t=`), or `null`. */
  time: Date | null;
}

export interface ExpectedMail {
  /** Arrival. */
  at: Date;
  /** Domains of the inbox, in lower case. */
  domains: readonly string[];
}

/** Maximum age of a signature at the arrival. A sending server gives up after five days. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

/** Returns a function that judges the signatures of this mail, whose line ends are CRLF. */
export function signatureJudge(whole: Buffer, { at, domains }: ExpectedMail): (signed: SignedParts) => boolean {
  const fields = readPlainFields(whole) ?? [];
  const readValue = (name: string): string | undefined => fields.find((field) => field.name === name)?.value;
  const isContentFixed = isPlain(readValue('content-type'), whole);

  function isToUs(names: readonly string[]): boolean {
    return names
      .flatMap((name) => addressesOf(readValue(name)))
      .some((address) => domains.includes(address.replace(/^.*@/s, '')));
  }

  function isRecent({ fields: covered, time }: SignedParts): boolean {
    const date = covered.includes('date') ? Date.parse(readValue('date') ?? '') : Number.NaN;
    return [date, time?.getTime() ?? Number.NaN].some((ms) => ms >= at.getTime() - MAX_AGE_MS);
  }

  return (signed) => {
    const recipients = ['to', 'cc'].filter((name) => signed.fields.includes(name));
    // Without `To` the signature may cover its absence, and a `Cc` may have been added.
    const unsigned = readValue('to') === undefined ? [] : ['to', 'cc'];
    return (
      isRecent(signed) &&
      isToUs(recipients.length > 0 ? recipients : unsigned) &&
      (signed.fields.includes('content-type') || isContentFixed)
    );
  };
}

/** Line that Thunderbird writes before the first part. */
const PREAMBLE = 'This is a multi-part message in MIME format.';
const PARAMETER = /;\s*([a-z0-9-]+)=(?:"([^"\\]*)"|([^\s";()<>@,\\]+))\s*/gi;
const MULTIPART = /^multipart\/[a-z0-9-]+\s*((?:;\s*[a-z0-9-]+=(?:"[^"\\]*"|[^\s";()<>@,\\]+)\s*)*)$/i;
/** Maximum length in bytes of what is read at each end of the body. */
const MAX_END_BYTES = 1_000;

/**
 * Returns whether no other `Content-Type` would show other text. The body is plain text, or begins with its boundary and ends with its
 * closing line.
 */
function isPlain(contentType: string | undefined, whole: Buffer): boolean {
  const type = contentType?.trim() ?? 'text/plain';
  if (/^text\/plain\s*(?:;|$)/i.test(type)) return true;
  const parameters = [...(MULTIPART.exec(type)?.[1] ?? '').matchAll(PARAMETER)];
  const boundaries = parameters.filter(([, name]) => name?.toLowerCase() === 'boundary');
  const boundary = boundaries[0]?.[2] ?? boundaries[0]?.[3];
  if (!boundary || boundaries.length > 1) return false;
  const from = whole.indexOf('\r\n\r\n') + 4;
  const body = whole.subarray(from);
  const lines = body
    .subarray(0, MAX_END_BYTES)
    .toString('latin1')
    .split('\r\n')
    .map((line) => line.trimEnd());
  const written = lines.filter((line) => line !== '');
  const first = written[0] === PREAMBLE ? written[1] : written[0];
  const last = body.subarray(-MAX_END_BYTES).toString('latin1').trimEnd().split('\r\n').at(-1);
  return first === `--${boundary}` && last === `--${boundary}--`;
}

/** Maximum length in characters of the recipients that are read, a thousand addresses. 250,000 colons would take 2.4 s. */
const MAX_RECIPIENTS_LENGTH = 64 * 1024;

/** Reads addresses from the value of a field, whose bytes are UTF-8 (RFC 6532). */
const addressesOf = (value = ''): string[] =>
  addressParser(Buffer.from(value.slice(0, MAX_RECIPIENTS_LENGTH), 'latin1').toString('utf8'), { flatten: true }).flatMap(
    ({ address }) => (address ? [withAsciiDomain(address.toLowerCase())] : []),
  );
