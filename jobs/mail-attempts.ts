/**
 * Records in the database that a process handles a mail, and deletes the record when it ends. A record of a process that is gone means that
 * the process died. A mail that has cost 3 processes is not handled again. Otherwise it would stop all mails after it.
 *
 * The record covers the steps whose cost the mail determines: reading it, checking its signatures and storing its files. It does not cover
 * waiting for DNS, the virus scanner or a transaction.
 */
import { beginHandling, endHandling, type ReceivedMail } from '@innkeeper/db/tables/received-mails';
import type { InboxContext } from './job.ts';

const MAX_LOST_ATTEMPTS = 3;

/** Too many processes died while handling this mail, so no other may handle it. */
export class TooManyAttempts extends Error {}

/** Runs `act` as an attempt to handle the mail. Throws `TooManyAttempts` after the third attempt that never ended. */
export async function attempt<T>({ db, inbox }: InboxContext, { id }: ReceivedMail, act: () => Promise<T>): Promise<T> {
  const { processId } = inbox;
  const lost = await beginHandling(db, id, processId);
  try {
    if (lost >= MAX_LOST_ATTEMPTS) throw new TooManyAttempts(`${lost} processes ended while they handled it`);
    return await act();
  } finally {
    // If the database is unavailable the record stays. It counts for nothing while this process lives.
    await endHandling(db, id, processId).catch(() => {});
  }
}
