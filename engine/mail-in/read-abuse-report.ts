/** Finds the machine-readable abuse report in a mail, in the parser's thread. */
import {
  type AbuseReport,
  addressesNamed,
  MAX_REPORT_LENGTH,
  readArf,
  readXarfJson,
  readXarfText,
} from '@innkeeper/model/mail-in/abuse-report';
import type { Attachment, Email } from 'postal-mime';

/** Maximum number of parts that are examined. */
const MAX_PARTS = 20;
/** Headers of all XARF versions. */
const XARF_HEADERS = ['x-xarf', 'x-arf'];

/** Returns the abuse report, or `null` if the mail is none. */
export function readAbuseReport({ attachments, headers, text = '' }: Email): AbuseReport | null {
  const parts = attachments.slice(0, MAX_PARTS);
  const arf = parts.find(({ mimeType }) => mimeType === 'message/feedback-report');
  if (arf) return readArf(textOf(arf));
  const json = parts.filter((part) => part.mimeType === 'application/json' || part.filename?.toLowerCase().endsWith('.json'));
  for (const part of json) {
    const report = readXarfJson(textOf(part));
    if (report) return report;
  }
  const isXarf = headers.some(({ key }) => XARF_HEADERS.includes(key));
  if (isXarf)
    for (const lines of [...parts.filter(({ mimeType }) => mimeType.startsWith('text/')).map(textOf), text]) {
      const report = readXarfText(lines);
      if (report) return report;
    }
  const isArf = headers.some(({ key, value }) => key === 'content-type' && /report-type="?feedback-report\b/i.test(value));
  if (isArf) return readArf('');
  return isXarf ? { format: 'XARF', type: null, sources: [], time: null } : null;
}

const ATTACHED_MAILS = ['message/rfc822', 'text/rfc822-headers', 'message/rfc822-headers'];
const PATH_FIELD = /^(?:received|x-originating-ip):/i;

/** Lists the addresses in `Received` and `X-Originating-IP` of the attached mails. */
export function listAttachedAddresses({ attachments }: Email): string[] {
  const parts = attachments.slice(0, MAX_PARTS).filter(({ mimeType }) => ATTACHED_MAILS.includes(mimeType));
  const headers = parts.map((part) => textOf(part).split(/\r?\n\r?\n/, 1)[0] ?? '');
  const fields = headers.flatMap((header) => header.split(/\r?\n(?![ \t])/));
  return addressesNamed(fields.filter((field) => PATH_FIELD.test(field)).join('\n'));
}

function textOf({ content }: Attachment): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  return bytes.subarray(0, MAX_REPORT_LENGTH).toString();
}
