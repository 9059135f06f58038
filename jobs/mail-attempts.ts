/**
 * Notes in the database that handling of a mail began, and takes the note back when it ends. A note of a process that is gone means that the
 * process died or was killed meanwhile. A mail that has cost 3 processes is not handled again, or it would stop all mails after it.
 *
 * The note covers the steps whose cost the mail decides: it is read, its signatures are checked and its files are stored. Waiting for DNS, for the
 * virus scanner or for a transaction is none of them.
 */
import { beginHandling, endHandling, type ReceivedMail } from '@innkeeper/db/tables/received-mails';
import type { InboxContext } from './job.ts';

const MAX_LOST_ATTEMPTS = 3;

/** Processes that handled this mail have died, so that no other one may handle it. */
export class TooManyAttempts extends Error {}

/** Runs `act` as an attempt to handle the mail. Throws `TooManyAttempts` instead after the third attempt that never ended. */
export async function attempt<T>({ db, inbox }: InboxContext, { id }: ReceivedMail, act: () => Promise<T>): Promise<T> {
  const { processId } = inbox;
  const lost = await beginHandling(db, id, processId);
  try {
    if (lost >= MAX_LOST_ATTEMPTS) throw new TooManyAttempts(`${lost} processes ended while they handled it`);
    return await act();
  } finally {
    // If the database is unavailable the note stays, and counts for nothing as long as this process lives.
    await endHandling(db, id, processId).catch(() => {});
  }
}
