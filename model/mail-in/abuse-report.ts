/**
 * Reads abuse reports in their two machine-readable formats: ARF (RFC 5965) and XARF.
 *
 * Anyone who can send mail can write a report, so its content is not trusted.
 */
import { isIP } from 'node:net';
import { canonicalAddress } from '../outgoing-http/public-address.ts';

export interface AbuseReport {
  format: 'ARF' | 'XARF';
  /** Type as stated in the report, such as `abuse` or `spam`, or `null` if there is none. */
  type: string | null;
  /** Sources as given in the report, which may not be addresses. At most `MAX_SOURCES`. */
  sources: readonly string[];
  /** Time as given in the report, or `null`. */
  time: string | null;
}

export const MAX_SOURCES = 20;
/** Maximum length of a value in characters. */
const MAX_VALUE = 100;
/** Maximum length of a report in characters. Longer ARF and text reports are truncated, longer JSON is rejected. */
export const MAX_REPORT_LENGTH = 64 * 1024;

/** Reads the fields of `message/feedback-report`. */
export function readArf(text: string): AbuseReport {
  const all = fieldsOf(text);
  return {
    format: 'ARF',
    type: shortened(all('feedback-type')[0]),
    sources: sourcesOf(all('source-ip')),
    time: shortened(all('arrival-date')[0] ?? all('received-date')[0]),
  };
}

/** Reads JSON of XARF versions 3 and 4. Returns `null` for other JSON and for invalid JSON. */
export function readXarfJson(text: string): AbuseReport | null {
  const document = parsed(text);
  if (!document) return null;
  const report = isObject(document.Report) ? document.Report : null;
  if (report === null && document.xarf_version === undefined) return null;
  const fields = report ?? document;
  const source = fields.Source ?? fields.source;
  const sources = [
    fields.SourceIp,
    fields.source_identifier,
    isObject(source) ? (source.ip ?? source.IP ?? source.Value) : source,
  ];
  return {
    format: 'XARF',
    type: shortened(fields.ReportType ?? fields.type ?? fields.ReportClass ?? fields.category),
    sources: sourcesOf(sources.flat()),
    time: shortened(fields.Date ?? fields.timestamp ?? fields.date),
  };
}

/** Reads the older XARF format, which consists of lines with fields. Returns `null` without a source or a report type. */
export function readXarfText(text: string): AbuseReport | null {
  const all = fieldsOf(text);
  const sources = sourcesOf(all('source'));
  if (sources.length === 0 || all('report-type').length === 0) return null;
  return { format: 'XARF', type: shortened(all('report-type')[0]), sources, time: shortened(all('date')[0]) };
}

/**
 * Returns the first address in a source in canonical form, or `null` if it names none. Reporters write ports, brackets, comments and names
 * of hosts beside an address, and defang it: `192[.]0[.]2[.]1`. An address in a comment counts only if there is no other.
 */
export function sourceAddress(source: string): string | null {
  const text = source.replace(/[[({](\.|:|dot)[\])}]/gi, (_, sign: string) => (sign === ':' ? ':' : '.'));
  return firstAddress(text.replace(/\([^()]*\)/g, ' ')) ?? firstAddress(text);
}

function firstAddress(text: string): string | null {
  for (const word of text.split(/[\s,;<>"'()[\]{}=|]+/)) {
    const address = wordAddress(word);
    if (address !== null) return address;
  }
  return null;
}

function wordAddress(word: string): string | null {
  const bare = word
    .replace(/^(?:[a-z]{1,10}:\/\/)([^/]*).*$/i, '$1')
    .replace(/^IPv6:/i, '')
    .replace(/\/(?:32|128)$/, '')
    .replace(/^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/, '$1')
    .replace(/(?<=[0-9a-f:])\.$/i, '');
  return isIP(bare) === 0 || bare.includes('%') ? null : canonicalAddress(bare);
}

/** Returns the distinct addresses in a text in canonical form, at most `MAX_SOURCES`. */
export function addressesNamed(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[0-9a-f.:]+/gi)) {
    if (found.size === MAX_SOURCES) break;
    // Remove a full stop or colon at the end, or a port after an IPv4 address.
    const address = word.length > 50 ? null : wordAddress(word.replace(/(?<=\d\.\d{1,3}):\d{1,5}$|[.:]$/, ''));
    if (address !== null) found.add(address);
  }
  return [...found];
}

/** Time of an incident according to a report. */
export interface ReportedTime {
  at: Date;
  /** `given`, or the reason why the arrival time of the mail is used. */
  reason: 'given' | 'missing' | 'unreadable' | 'future';
}

/** Time zone at the end of a time: `Z`, `+01:00`, `-0400 (EDT)`, `GMT`. */
const ZONE = /(?:Z|[+-]\d{2}:?\d{2}|\b(?:GMT|UTC?|[ECMP][SD]T))(?: ?\([^()]{0,20}\))?$/i;
/** Tolerance for a reporter's clock that runs ahead. */
const MAX_AHEAD_MS = 60 * 60_000;

/** Reads the time of a report that arrived at `arrived`. A time without a zone is read as UTC. */
export function readReportedTime(time: string | null, arrived: Date): ReportedTime {
  const text = time?.trim() ?? '';
  if (text === '') return { at: arrived, reason: 'missing' };
  const at = new Date(ZONE.test(text) ? text : `${text}${/^\d{4}-\d{2}-\d{2}T/.test(text) ? 'Z' : ' UTC'}`);
  if (Number.isNaN(at.getTime())) return { at: arrived, reason: 'unreadable' };
  if (at.getTime() > arrived.getTime() + MAX_AHEAD_MS) return { at: arrived, reason: 'future' };
  return { at: at > arrived ? arrived : at, reason: 'given' };
}

/** Returns whether a mail was sent to one of our addresses, with or without a `+tag`. */
export function isSentTo(address: string, recipients: readonly string[]): boolean {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at)];
  return recipients.some((one) => one === address || (one.startsWith(`${local}+`) && one.endsWith(domain)));
}

type Fields = (name: string) => string[];

/** Parses lines such as `Source-IP: 192.0.2.1`. A line that begins with a blank continues the previous line. */
function fieldsOf(text: string): Fields {
  const lines = text.slice(0, MAX_REPORT_LENGTH).split(/\r?\n(?![ \t])/);
  const fields = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const];
  });
  return (name) => fields.flatMap(([one, value]) => (one === name && value !== '' ? [value] : []));
}

const sourcesOf = (values: readonly unknown[]): string[] =>
  [...new Set(values.slice(0, 1_000).flatMap((value) => shortened(value) ?? []))].slice(0, MAX_SOURCES);

/** Returns text as one line of at most `MAX_VALUE` characters, or `null` for other values and blank text. */
function shortened(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return (
    value
      .slice(0, MAX_VALUE)
      .replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ')
      .trim() || null
  );
}

type Document = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Document => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Document | null {
  if (text.length > MAX_REPORT_LENGTH) return null;
  try {
    const document: unknown = JSON.parse(text);
    return isObject(document) ? document : null;
  } catch {
    return null;
  }
}
