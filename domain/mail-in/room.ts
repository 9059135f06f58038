/** Whether there is room for a mail where it belongs: asked before its files are scanned and stored, and again when it is written. */
import { openTicketsOfUnknown } from '@innkeeper/db/tables/tickets';
import { Failure } from '@innkeeper/model/failures';
import type { Destination } from '@innkeeper/model/mail-in/destination';
import type { MailFacts } from '@innkeeper/model/mail-in/mail';
import type { MutatingCx } from '../context.ts';
import { type ComingFile, requireRoomForFiles, requireRoomForMessage, requireRoomForTicket } from '../tickets/room.ts';
import { contentOfMail, type MailContent } from './content.ts';

/** Tickets of people without an account that may be unresolved: of one address, and of all. */
const MOST_OF_UNKNOWN = { ofAddress: 5, ofAll: 500 };

const BY_CUSTOMER = { author: 'customer' } as const;

interface Coming extends MailContent {
  facts: Pick<MailFacts, 'from'>;
  files: readonly ComingFile[];
  leftAlone?: readonly ComingFile[];
}

/** For the mail with all its files, also those that were left alone. Throws what writing it would. */
export async function requireRoomForMail(cx: MutatingCx, destination: Destination, mail: Coming): Promise<void> {
  const files = [...mail.files, ...(mail.leftAlone ?? [])];
  if (destination.to === 'new ticket') {
    await requireRoomForOneMore(cx, destination.accountId, mail.facts);
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

/** Throws `no_capacity` while too many tickets of the account, or of those without one, wait for an answer. */
export async function requireRoomForOneMore(
  cx: MutatingCx,
  accountId: number | null,
  { from }: Pick<MailFacts, 'from'>,
): Promise<void> {
  if (accountId !== null) return requireRoomForTicket(cx, accountId);
  const { ofAddress, ofAll } = await openTicketsOfUnknown(cx.db, from ?? '');
  if (ofAddress >= MOST_OF_UNKNOWN.ofAddress || ofAll >= MOST_OF_UNKNOWN.ofAll)
    throw new Failure('no_capacity', { message: 'Too many requests are waiting for an answer. Write again later.' });
}
