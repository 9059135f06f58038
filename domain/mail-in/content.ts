/** What becomes of a mail's text in a ticket: what its sender wrote, as HTML that is safe to show. */
import { safeFileName } from '@innkeeper/model/attachments';
import { MOST_MAIL_TEXT } from '@innkeeper/model/mail-in/mail';
import { withoutHtmlQuotes, withoutQuotes } from '@innkeeper/model/mail-in/quotes';
import { htmlOfText, sanitiseHtml, textOfHtml } from '../tickets/html.ts';

export interface MailContent {
  text: string | null;
  html: string | null;
  /** Files that are not in the ticket. */
  leftOut: number;
  /** Of files in which a virus was found; they are not in the ticket either. */
  infected?: readonly { name: string }[];
}

/** Text first: what a program makes of HTML for those without is what its sender saw, and quotes are surer to be found in it. */
export function contentOfMail({ text, html, leftOut, infected = [] }: MailContent): string {
  const [written, whole] = text?.trim() ? ofText(withoutQuotes(text)) : ofHtml(html ?? '');
  const notes = [
    ...(whole ? [] : ['The rest is left out: the mail is too long.']),
    ...(leftOut > 0 ? [`Files that are left out, since they are too large or too many: ${leftOut}.`] : []),
    ...infected.map(({ name }) => `A file is left out, since a virus was found in it: ${htmlOfText(safeFileName(name))}.`),
  ];
  return [written || 'This mail has no text.', ...notes.map((note) => `[${note}]`)].join('<br /><br />');
}

/** What is stored, and whether that is all. */
type Written = [html: string, whole: boolean];

function ofText(text: string): Written {
  const letters = [...text];
  return [htmlOfText(letters.slice(0, MOST_MAIL_TEXT).join('')), letters.length <= MOST_MAIL_TEXT];
}

function ofHtml(html: string): Written {
  const cut = sanitiseHtml(withoutHtmlQuotes(html));
  const written = textOfHtml(cut) === '' ? sanitiseHtml(html) : cut;
  return Buffer.byteLength(written) <= MOST_MAIL_TEXT * 3 ? [written, true] : ofText(textOfHtml(written));
}

const MOST_SUBJECT = 200;

/** One line without what its programs put before it. */
export function subjectOfMail(subject: string): string {
  const line = subject
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/^\s*(?:(?:re|aw|sv|fw|fwd|wg|tr|rv|antw|odp|vs)\s*(?:\[\d+\])?\s*:\s*)+/i, '')
    .trim();
  return [...line].slice(0, MOST_SUBJECT).join('') || 'No subject';
}
