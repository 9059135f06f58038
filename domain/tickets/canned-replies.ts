import { findCannedReply, namesOfTicket } from '@innkeeper/db/tables/canned-replies';
import { Failure } from '@innkeeper/model/failures';
import { fillReply } from '@innkeeper/model/support/canned-replies';
import type { OperatorActor, StaffActor } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

export const noCanned = (key: string): Failure =>
  new Failure('not_found', { message: `The canned reply ${key} does not exist.` });

/** Returns the text of a canned reply, filled in for a ticket. Throws `not_found` if the reply or the ticket does not exist. */
export async function fillCannedReply(
  cx: MutatingCx<OperatorActor | StaffActor>,
  key: string,
  ticketId: number,
): Promise<string> {
  const canned = await findCannedReply(cx.db, key);
  if (!canned) throw noCanned(key);
  const names = await namesOfTicket(cx.db, ticketId);
  if (!names) throw new Failure('not_found', { message: `Ticket ${ticketId} does not exist.` });
  return fillReply(canned.text, { ...names, ticket: String(ticketId), staff: cx.actor.name });
}
