/**
 * Checks whether an account has room for another ticket, and a ticket for another message with its files. Each check locks what it counts
 * until the transaction ends.
 */
import { attachmentBytes, countOpenTickets, mergedInto, ticketLength } from '@innkeeper/db/tables/tickets';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/** Side that writes. Each side has its own room for files. */
export interface Side {
  author: 'customer' | 'staff';
}

/** A file that was or will be uploaded. */
export interface IncomingFile {
  bytes: number;
}

/** Throws `no_capacity` if the account has too many unresolved tickets. */
export async function requireRoomForTicket({ db, settings }: MutatingCx, accountId: number): Promise<void> {
  const max = settings.openTicketsPerAccount;
  if ((await countOpenTickets(db, accountId)) < max) return;
  throw new Failure('no_capacity', { message: `An account can have at most ${max} open tickets. Resolve one first.` });
}

/** Throws `no_capacity` if the files of this side take too much room, and `wrong_state` if the ticket is too long or was merged. */
export async function requireRoomForMessage(
  cx: MutatingCx,
  ticket: { id: number; account_id: number | null },
  { by, content, files }: { by: Side; content: string; files: readonly IncomingFile[] },
): Promise<void> {
  await refuseMerged(cx, ticket.id);
  await refuseTooLong(cx, ticket.id, content);
  await requireRoomForFiles(cx, ticket.account_id, { by, files });
}

/** Throws `wrong_state` for a merged ticket, which continues in another one. */
export async function refuseMerged({ db }: MutatingCx, id: number): Promise<void> {
  const into = await mergedInto(db, id);
  if (into === null) return;
  throw new Failure('wrong_state', { message: `This ticket was merged into ticket ${into}. Reply in that ticket.` });
}

async function refuseTooLong({ db, settings }: MutatingCx, id: number, content: string): Promise<void> {
  const { messages, bytes } = await ticketLength(db, id);
  if (messages < settings.messagesPerTicket && bytes + Buffer.byteLength(content) <= settings.textBytesPerTicket) return;
  throw new Failure('wrong_state', { message: 'This ticket has reached its maximum length. Open a new ticket.' });
}

/** Throws `no_capacity` if the files would exceed the limit of this side. `accountId` is `null` for all senders without an account. */
export async function requireRoomForFiles(
  { db, settings }: MutatingCx,
  accountId: number | null,
  { by: { author }, files }: { by: Side; files: readonly IncomingFile[] },
): Promise<void> {
  if (files.length === 0) return;
  const usedBytes = await attachmentBytes(db, accountId, author);
  const newBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const max = author === 'staff' ? settings.staffFileBytesPerAccount : settings.ticketFileBytesPerAccount;
  if (usedBytes + newBytes <= max) return;
  const subject = author === 'staff' ? 'Staff files in the tickets of an account' : 'Customer files in the tickets of an account';
  throw new Failure('no_capacity', {
    message: `${subject} can have at most ${Math.floor(max / 1024 ** 2)} MiB. They already have ${Math.ceil(Number(usedBytes) / 1024 ** 2)} MiB.`,
  });
}
