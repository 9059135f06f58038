/** Functions that read text of customers or of their correspondents, by name. Each gets the text in the form that its caller passes. */
import { plainText } from '@innkeeper/domain/console/plain-text';
import { subjectOfMail } from '@innkeeper/domain/mail-in/content';
import { parseHost, splitTarget } from '@innkeeper/http/request/host';
import { proformNumbers } from '@innkeeper/model/invoices/document';
import {
  addressesNamed,
  readArf,
  readReportedTime,
  readXarfJson,
  readXarfText,
  sourceAddress,
} from '@innkeeper/model/mail-in/abuse-report';
import { addressesIn, ourMailKeys, ourTags, ticketInSubject } from '@innkeeper/model/mail-in/addresses';
import { kindOfMail } from '@innkeeper/model/mail-in/automatic';
import type { MailFacts } from '@innkeeper/model/mail-in/mail';
import { withoutHtmlQuotes, withoutQuotes } from '@innkeeper/model/mail-in/quotes';
import { registeredDomain, senderDomain } from '@innkeeper/model/mail-in/sender';
import { extractWrittenText } from '@innkeeper/model/mail-in/written-text';
import { htmlOfText, sanitiseHtml, textOfHtml } from '@innkeeper/model/messages/html';
import { pruneHtml } from '@innkeeper/model/messages/prune-html';
import { mailboxOf } from '@innkeeper/model/money/affiliates';
import { canonicalNetwork } from '@innkeeper/model/net/network-lists';
import { mailDomain } from '@innkeeper/model/openid/judge';
import { SERVICE_RULES } from '@innkeeper/model/outgoing-http/rules';
import { explainUrlRefusal } from '@innkeeper/model/outgoing-http/target';
import { findReferences } from '@innkeeper/model/payments/reference';
import { parseSshKey } from '@innkeeper/model/people/ssh-key';
import { tokensIn } from '@innkeeper/model/people/token-text';
import { passwordRefusal } from '@innkeeper/model/sign-in/password-rules';
import { plainRecoveryCode } from '@innkeeper/model/sign-in/recovery-codes';
import { asAttachment, safeFileName, safeType, typeByName } from '@innkeeper/model/support/attachments';
import { fillReply, unknownPlaceholders } from '@innkeeper/model/support/canned-replies';
import { jsonText } from '@innkeeper/model/text/json-text';
import { normaliseVatNumber } from '@innkeeper/model/vat/checking';

const NOBODY = { name: null, ticket: null, subject: null, server: null, staff: null };

const mail = (text: string): MailFacts => ({
  ...{ messageId: null, answers: [], from: text, recipients: [], subject: text },
  headers: ['auto-submitted', 'precedence', 'content-type', 'return-path', 'x-auto-response-suppress', 'list-id'].map(
    (name) => [name, text] as const,
  ),
});

export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  withoutQuotes,
  withoutHtmlQuotes,
  'readWritten of text': (text) => extractWrittenText({ text, html: null }),
  'readWritten of HTML': (html) => extractWrittenText({ text: null, html }),
  pruneHtml: (html) => pruneHtml(html, { maxDepth: 40 }),
  sanitiseHtml,
  textOfHtml,
  htmlOfText,
  subjectOfMail,
  kindOfMail: (text) => kindOfMail(mail(text)),
  ticketInSubject,
  ourMailKeys: (text) => ourMailKeys([text]),
  ourTags: (text) => ourTags('support@shop.example', [text]),
  addressesIn,
  readArf,
  readXarfJson,
  readXarfText,
  sourceAddress,
  addressesNamed,
  readReportedTime: (text) => readReportedTime(text, new Date()),
  senderDomain,
  registeredDomain,
  mailDomain,
  mailboxOf,
  safeFileName,
  safeType,
  typeByName,
  asAttachment,
  jsonText,
  'jsonText of half a character': (text) => jsonText(`\ud800${text}`),
  unknownPlaceholders,
  fillReply: (text) => fillReply(text, NOBODY),
  passwordRefusal: (text) => passwordRefusal(text, [text.slice(0, 254)]),
  plainRecoveryCode,
  parseSshKey,
  canonicalNetwork,
  webhookUrl: (text) => explainUrlRefusal(text, SERVICE_RULES, []),
  normalVatNumber: normaliseVatNumber,
  findReferences,
  proformNumbers,
  tokensIn,
  plainText: (text) => plainText(Buffer.from(text)),
  parseHost,
  splitTarget,
};
