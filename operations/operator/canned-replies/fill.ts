import { findCannedReply, namesOfTicket } from '@innkeeper/db/tables/canned-replies';
import { fillReply } from '@innkeeper/model/canned-replies';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

export const noCanned = (key: string): Failure =>
  new Failure('not_found', { message: `The canned reply ${key} does not exist.` });

/** What it says in a ticket, written by whoever runs the command. Throws `not_found`. */
export async function filledReply(cx: OperatorCx, key: string, ticketId: number): Promise<string> {
  const canned = await findCannedReply(cx.db, key);
  if (!canned) throw noCanned(key);
  const names = await namesOfTicket(cx.db, ticketId);
  if (!names) throw new Failure('not_found', { message: `Ticket ${ticketId} does not exist.` });
  return fillReply(canned.text, { ...names, ticket: String(ticketId), staff: cx.actor.name });
}
