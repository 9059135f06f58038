/** Inserts the row of a received mail from any source. Its file is already in the home, and the mail is handled after the commit. */
import { countWaitingMails, insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { Failure } from '@innkeeper/model/failures';
import { withAsciiDomain } from '@innkeeper/model/mail/address';
import type { MutatingCx } from '../context.ts';

/** Maximum number of mails that wait to be handled. Further mails are rejected, and must be sent again. */
const MAX_WAITING = 10_000;

export interface StoredMail {
  source: 'pipe' | 'imap';
  /** Envelope recipient that the receiving server reported, or `null` if the server reported no recipient. */
  recipient: string | null;
  bytes: number;
  sha256: string;
  key: string;
}

/**
 * Inserts a mail and returns whether it is new. The file of a repeated mail gets no row. Throws `unavailable` while too many mails wait.
 */
export async function receiveMail({ db, clock }: MutatingCx, mail: StoredMail): Promise<boolean> {
  if ((await countWaitingMails(db)) >= MAX_WAITING) throw new Failure('unavailable', { message: 'Too many mails are waiting.' });
  const recipient = mail.recipient === null ? null : withAsciiDomain(mail.recipient.toLowerCase());
  return (await insertReceivedMail(db, { ...mail, recipient, received_at: clock.now() })) !== undefined;
}
