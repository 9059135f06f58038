/** Text and subject of a mail as its ticket has them. */
import { safeFileName } from '@innkeeper/model/attachments';
import type { WrittenText } from '@innkeeper/model/mail-in/written';
import { htmlOfText } from '@innkeeper/model/messages/html';

export interface MailContent {
  written: WrittenText;
  /** Files that are not in the ticket. */
  leftOut: number;
  /** Of files in which a virus was found; they are not in the ticket either. */
  infected?: readonly { name: string }[];
}

/** Returns the HTML of a message, with a note for each thing that is left out. */
export function contentOfMail({ written, leftOut, infected = [] }: MailContent): string {
  const notes = [
    ...(written.isWhole ? [] : ['The rest was removed because the mail is too long.']),
    ...(leftOut > 0 ? [`Files that were removed because they are too large or too many: ${leftOut}.`] : []),
    ...infected.map(({ name }) => `A file was removed because it contains a virus: ${htmlOfText(safeFileName(name))}.`),
  ];
  return [written.html || 'This mail has no text.', ...notes.map((note) => `[${note}]`)].join('<br /><br />');
}

const MOST_SUBJECT = 200;

/** One line without what its programs put before it. */
export function subjectOfMail(subject: string): string {
  const line = subject
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/^\s*(?:(?:re|aw|sv|fw|fwd|wg|tr|rv|antw|odp|vs)\s*(?:\[\d+\]\s*)?:\s*)+/i, '')
    .trim();
  return [...line].slice(0, MOST_SUBJECT).join('') || 'No subject';
}
