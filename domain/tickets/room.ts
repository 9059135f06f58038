/** Whether an account has room for one more ticket, and a ticket for one more message with its files. Each rule holds what it counts until the transaction ends. */
import { attachmentBytes, countOpenTickets, mergedInto, ticketLength } from '@innkeeper/db/tables/tickets';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/** Who writes: each side has room of its own for files. */
export interface Side {
  author: 'customer' | 'staff';
}

/** A file that has come, or is about to. */
export interface ComingFile {
  bytes: number;
}

/** Throws `no_capacity` while too many of its tickets are unresolved. */
export async function requireRoomForTicket({ db, settings }: MutatingCx, accountId: number): Promise<void> {
  const most = settings.openTicketsPerAccount;
  if ((await countOpenTickets(db, accountId)) < most) return;
  throw new Failure('no_capacity', { message: `An account can have at most ${most} open tickets. Resolve one first.` });
}

/** Throws `no_capacity` when the files of that side take too much, `wrong_state` when the ticket is too long or was merged. */
export async function requireRoomForMessage(
  cx: MutatingCx,
  ticket: { id: number; account_id: number | null },
  { by, content, files }: { by: Side; content: string; files: readonly ComingFile[] },
): Promise<void> {
  await refuseMerged(cx, ticket.id);
  await refuseTooLong(cx, ticket.id, content);
  await requireRoomForFiles(cx, ticket.account_id, { by, files });
}

/** What was merged goes on in another ticket. */
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

/** Throws `no_capacity`. `accountId` null: of those who have no account. */
export async function requireRoomForFiles(
  { db, settings }: MutatingCx,
  accountId: number | null,
  { by: { author }, files }: { by: Side; files: readonly ComingFile[] },
): Promise<void> {
  if (files.length === 0) return;
  const held = await attachmentBytes(db, accountId, author);
  const come = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const most = author === 'staff' ? settings.staffFileBytesPerAccount : settings.ticketFileBytesPerAccount;
  if (held + come <= most) return;
  const whose = author === 'staff' ? 'Staff files in the tickets of an account' : 'Customer files in the tickets of an account';
  throw new Failure('no_capacity', {
    message: `${whose} can have at most ${Math.floor(most / 1024 ** 2)} MiB. They already have ${Math.ceil(Number(held) / 1024 ** 2)} MiB.`,
  });
}
