/** The row of a mail that has come, by whatever way: its file is in the home already, and it is handled after the commit. */
import { countWaitingMails, insertReceivedMail } from '@innkeeper/db/tables/received-mails';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/** That wait to be handled: whoever sends more has to try again. */
const MOST_WAITING = 10_000;

export interface StoredMail {
  source: 'pipe' | 'imap';
  /** Whom it is for, as the server said that took it; null: it did not say. */
  recipient: string | null;
  bytes: number;
  sha256: string;
  key: string;
}

/** Returns whether it is new: of what came before, the file that came now has no row. Throws `unavailable` while too many wait. */
export async function receiveMail({ db, clock }: MutatingCx, mail: StoredMail): Promise<boolean> {
  if ((await countWaitingMails(db)) >= MOST_WAITING) throw new Failure('unavailable', { message: 'Too many mails are waiting.' });
  const recipient = mail.recipient?.toLowerCase() ?? null;
  return (await insertReceivedMail(db, { ...mail, recipient, received_at: clock.now() })) !== undefined;
}
