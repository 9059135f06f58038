/** Text and subject of a mail as its ticket shows them. */

import type { WrittenText } from '@innkeeper/model/mail-in/written-text';
import { htmlOfText } from '@innkeeper/model/messages/html';
import { safeFileName } from '@innkeeper/model/support/attachments';

export interface MailContent {
  written: WrittenText;
  /** Number of files that are not in the ticket. */
  omittedFileCount: number;
  /** Infected files, which are not in the ticket either. */
  infected?: readonly { name: string }[];
}

/** Returns the HTML of a message, with a note for each omitted part. */
export function contentOfMail({ written, omittedFileCount, infected = [] }: MailContent): string {
  const notes = [
    ...(written.isWhole ? [] : ['The rest was removed because the mail is too long.']),
    ...(omittedFileCount > 0 ? [`Files that were removed because they are too large or too many: ${omittedFileCount}.`] : []),
    ...infected.map(({ name }) => `A file was removed because it contains a virus: ${htmlOfText(safeFileName(name))}.`),
  ];
  return [written.html || 'This mail has no text.', ...notes.map((note) => `[${note}]`)].join('<br /><br />');
}

const MAX_SUBJECT_LENGTH = 200;

/** Returns the subject on one line, without the reply and forward prefixes of mail programs. */
export function subjectOfMail(subject: string): string {
  const line = subject
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ')
    .replace(/^\s*(?:(?:re|aw|sv|fw|fwd|wg|tr|rv|antw|odp|vs)\s*(?:\[\d+\]\s*)?:\s*)+/i, '')
    .trim();
  return [...line].slice(0, MAX_SUBJECT_LENGTH).join('') || 'No subject';
}
