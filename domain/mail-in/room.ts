/** Checks the room for a mail in its ticket, before its files are scanned and stored, and again when it is written. */
import { openTicketsOfUnknown } from '@innkeeper/db/tables/tickets';
import { Failure } from '@innkeeper/model/failures';
import type { Destination } from '@innkeeper/model/mail-in/destination';
import type { MailFacts } from '@innkeeper/model/mail-in/mail';
import type { MutatingCx } from '../context.ts';
import { type IncomingFile, requireRoomForFiles, requireRoomForMessage, requireRoomForTicket } from '../tickets/room.ts';
import { contentOfMail, type MailContent } from './content.ts';

/** Maximum number of unresolved tickets of senders without an account: per address, and in total. */
const MAX_FROM_UNKNOWN = { ofAddress: 5, ofAll: 500 };

const BY_CUSTOMER = { author: 'customer' } as const;

interface MailWithFiles extends MailContent {
  facts: Pick<MailFacts, 'from'>;
  files: readonly IncomingFile[];
  skippedFiles?: readonly IncomingFile[];
}

/** Checks the room for a mail with all its files, also those in `skippedFiles`. Throws the failure that writing the mail would. */
export async function requireRoomForMail(cx: MutatingCx, destination: Destination, mail: MailWithFiles): Promise<void> {
  const files = [...mail.files, ...(mail.skippedFiles ?? [])];
  if (destination.to === 'new ticket') {
    await requireRoomForNewTicket(cx, destination.accountId, mail.facts);
    await requireRoomForFiles(cx, destination.accountId, { by: BY_CUSTOMER, files });
  }
  if (destination.to === 'ticket') {
    const ticket = cx.db.selectFrom('tickets').select(['id', 'account_id']).where('id', '=', destination.ticketId);
    await requireRoomForMessage(cx, await ticket.executeTakeFirstOrThrow(), {
      by: BY_CUSTOMER,
      content: contentOfMail(mail),
      files,
    });
  }
}

/** Throws `no_capacity` while too many tickets of the account, or of all senders without an account, wait for an answer. */
export async function requireRoomForNewTicket(
  cx: MutatingCx,
  accountId: number | null,
  { from }: Pick<MailFacts, 'from'>,
): Promise<void> {
  if (accountId !== null) return requireRoomForTicket(cx, accountId);
  const { ofAddress, ofAll } = await openTicketsOfUnknown(cx.db, from ?? '');
  if (ofAddress >= MAX_FROM_UNKNOWN.ofAddress || ofAll >= MAX_FROM_UNKNOWN.ofAll)
    throw new Failure('no_capacity', { message: 'Too many requests are waiting for an answer. Write again later.' });
}
