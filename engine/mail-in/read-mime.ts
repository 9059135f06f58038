/** Reads the parts of a raw mail with postal-mime, in the parser's thread. */

import { withAsciiDomain } from '@innkeeper/model/mail/address';
import { type AbuseReport, addressesNamed } from '@innkeeper/model/mail-in/abuse-report';
import { addressesIn } from '@innkeeper/model/mail-in/addresses';
import { MAX_MAIL_FILE_BYTES, MAX_MAIL_FILES, type MailFacts } from '@innkeeper/model/mail-in/mail';
import { extractWrittenText, MAX_READ_LENGTH, type WrittenText } from '@innkeeper/model/mail-in/written-text';
import { textOfHtml } from '@innkeeper/model/messages/html';
import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime';
import { installDecoders } from './part-decoders.ts';
import { listAttachedAddresses, readAbuseReport } from './read-abuse-report.ts';

export interface ReadMail {
  facts: MailFacts;
  written: WrittenText;
  files: { name: string; type: string; content: Uint8Array }[];
  /** Number of files that were too large or too many. */
  omittedFileCount: number;
  /** Machine-readable abuse report in the mail, or `null`. */
  abuse: AbuseReport | null;
  /** Canonical IP addresses named in subject and text. At most 20. */
  namedAddresses: string[];
  /** Canonical IP addresses of servers on the path of the attached mails. At most 20. */
  attachedAddresses: string[];
  /** True if a mail server reports that a mail will never arrive. */
  failedForGood: boolean;
}

/** Headers in which servers on the mail's path record the recipient. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];
const SIGNATURES = ['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'];
const MAX_HEADERS = 500;
const MAX_VALUE_LENGTH = 8_000;
const MAX_IDS = 100;
const MAX_REPORT_BYTES = 100_000;

installDecoders(PostalMime);

/**
 * Keeps text and HTML unchanged. For a mail with both, the parser would convert each to the other. That took more than 30 s for 5 MB of
 * unfinished tags.
 */
class UnconvertedParts extends PostalMime {
  /** True if a text was longer than what is decoded (part-decoders.ts). */
  isTextCut = false;
  declare readonly textMap: ReadonlyMap<unknown, { plain?: TextPart[]; html?: TextPart[] }>;
  declare readonly textContent: { plain?: string; html?: string };

  renderTextContent(): void {
    for (const type of ['plain', 'html'] as const) {
      const parts = [...this.textMap.values()].flatMap((entry) => entry[type] ?? []);
      if (parts.length > 0) this.textContent[type] = parts.map(({ value }) => value).join('\n');
    }
  }
}

interface TextPart {
  value: string;
}

export async function readMime(raw: Uint8Array): Promise<ReadMail> {
  // An attached mail is a file, as in the sender's mail program.
  const parser = new UnconvertedParts({ forceRfc822Attachments: true });
  const mail = await parser.parse(raw);
  const attached = mail.attachments.filter(({ mimeType }) => !SIGNATURES.includes(mimeType));
  const files = attached.map(fileOf).filter(({ content }) => content.length <= MAX_MAIL_FILE_BYTES);
  const kept = files.slice(0, MAX_MAIL_FILES);
  const { html, isWhole } = extractWrittenText({ text: mail.text ?? null, html: mail.html ?? null });
  const written = { html, isWhole: isWhole && !parser.isTextCut };
  return {
    facts: factsOf(mail),
    written,
    abuse: readAbuseReport(mail),
    attachedAddresses: listAttachedAddresses(mail),
    namedAddresses: listNamedAddresses(mail, written),
    files: kept,
    omittedFileCount: attached.length - kept.length,
    // Each text alone, because a joined one is a copy.
    failedForGood: [mail.text ?? '', ...reportsOf(mail)].some((text) => /^Action:\s*failed\b/im.test(text)),
  };
}

/** Lists the addresses in subject and text, including quoted text. */
function listNamedAddresses({ subject = '', text }: Email, written: WrittenText): string[] {
  const read = text?.trim() ? text.slice(0, MAX_READ_LENGTH) : textOfHtml(written.html);
  return addressesNamed(`${subject.slice(0, 1_000)}\n${read}`);
}

function factsOf({ headers, subject }: Email): MailFacts {
  const short = headers.slice(0, MAX_HEADERS).map(({ key, value }) => [key, value.slice(0, MAX_VALUE_LENGTH)] as const);
  const all = (name: string): string[] => short.flatMap(([key, value]) => (key === name ? [value] : []));
  const froms = all('from').length === 1 ? [...new Set(addressesOf(all('from')))] : [];
  const noted = RECIPIENT_HEADERS.flatMap((name) => all(name).flatMap(addressesIn));
  return {
    messageId: idsOf(all('message-id')[0])[0] ?? null,
    answers: [...new Set([...idsOf(all('in-reply-to')[0]), ...idsOf(all('references')[0]).reverse()])].slice(0, MAX_IDS),
    from: (froms.length === 1 ? froms[0] : null) ?? null,
    recipients: [...new Set([...addressesOf([...all('to'), ...all('cc')]), ...noted])].slice(0, MAX_IDS),
    subject: (subject ?? '').slice(0, 1_000),
    headers: short,
  };
}

const addressesOf = (values: readonly string[]): string[] =>
  values.flatMap((value) =>
    addressParser(value, { flatten: true }).flatMap(({ address }) => (address ? [withAsciiDomain(address.toLowerCase())] : [])),
  );

const idsOf = (text = ''): string[] => text.match(/<[^<>\s]{1,500}>/g) ?? [];

const fileOf = ({ filename, mimeType, content }: Attachment): ReadMail['files'][number] => ({
  name: filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : 'file'),
  type: mimeType,
  content: bytesOf(content),
});

function bytesOf(content: Attachment['content']): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}

/** Lists the texts of delivery status reports (RFC 3464). */
function reportsOf({ attachments }: Email): string[] {
  const reports = attachments.filter(({ mimeType }) => mimeType === 'message/delivery-status');
  return reports.map(({ content }) => Buffer.from(bytesOf(content).subarray(0, MAX_REPORT_BYTES)).toString());
}
