import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { insertMessage, mergedInto, moveTicketRows, ticketLength, updateTicket } from '@innkeeper/db/tables/tickets';
import { audit } from '@innkeeper/domain/audit';
import { complaintAlertOf } from '@innkeeper/domain/tickets/complaint-alert';
import { dueAlertOf } from '@innkeeper/domain/tickets/response-target';
import { changeTicketStatus } from '@innkeeper/domain/tickets/write';
import { Failure, invalid } from '@innkeeper/model/failures';
import { htmlOfText } from '@innkeeper/model/messages/html';
import type { StaffCx, StaffInput, StaffReply } from '../define.staff.ts';
import { auditedTicket, lockTicket } from './list.staff.ts';

/** Assigns a ticket to the named person, to nobody, or by default to the caller. Throws `not_found`. */
export async function assignTicket(cx: StaffCx, input: StaffInput<'assignTicket'>): Promise<StaffReply<'assignTicket'>> {
  const { id, status } = await lockTicket(cx, input.ticket);
  const assigned_to = input.nobody ? null : (input.to ?? cx.actor.name);
  await updateTicket(cx.db, id, { assigned_to });
  await audit(cx, 'assignTicket', { kind: 'ticket', id }, { to: assigned_to });
  return { id, status, assigned_to };
}

type Ticket = Awaited<ReturnType<typeof lockTicket>>;

/**
 * Moves the messages of a ticket to another ticket of the same customer. The first is resolved with a message that names the other. Later
 * mail to it goes to the other.
 *
 * Throws `not_found`, and `wrong_state` for tickets of two customers, for a merged ticket or a resolved target, and if the result would be
 * too long.
 */
export async function mergeTicket(cx: StaffCx, input: StaffInput<'mergeTicket'>): Promise<StaffReply<'mergeTicket'>> {
  if (input.ticket === input.into) throw invalid('into', 'A ticket cannot be merged into itself. Name two tickets.');
  // Lock in the order of the ids, so that concurrent merges do not deadlock.
  const held = new Map<number, Ticket>();
  for (const id of [input.ticket, input.into].toSorted((a, b) => a - b)) held.set(id, await lockTicket(cx, id));
  const [from, into] = [held.get(input.ticket), held.get(input.into)];
  if (!from || !into) throw new Failure('not_found');
  await refuse(cx, from, into);
  const { messages } = await refuseTooLong(cx, from, into);
  await moveTicketRows(cx.db, from.id, into.id);
  const now = cx.clock.now();
  const content = htmlOfText(`This ticket was merged into ticket ${into.id}. Continue in that ticket.`);
  await insertMessage(cx.db, { ticket_id: from.id, created_at: now, author: 'staff', staff_name: cx.actor.name, content });
  await updateTicket(cx.db, from.id, {
    status: 'resolved',
    merged_into: into.id,
    waiting_since: null,
    updated_at: now,
    resolved_at: now,
  });
  await resolveAlerts(cx.db, dueAlertOf(from.id), now);
  await resolveAlerts(cx.db, complaintAlertOf(from.id), now);
  const status = await mergeWaitingTime(cx, from, into, now);
  await audit(cx, 'mergeTicket', auditedTicket(from), { into: into.id });
  return { id: from.id, into: into.id, status, messages };
}

async function refuse({ db }: StaffCx, from: Ticket, into: Ticket): Promise<void> {
  if (from.account_id !== into.account_id || from.requester !== into.requester)
    throw new Failure('wrong_state', { message: 'These tickets belong to different customers.' });
  for (const { id } of [from, into]) {
    const other = await mergedInto(db, id);
    if (other !== null) throw new Failure('wrong_state', { message: `Ticket ${id} was already merged into ticket ${other}.` });
  }
  if (into.status === 'resolved')
    throw new Failure('wrong_state', { message: `Ticket ${into.id} is resolved. Reopen it first.` });
}

/** Throws `wrong_state` if the merged ticket would exceed the limits of a ticket. */
async function refuseTooLong({ db, settings }: StaffCx, from: Ticket, into: Ticket): Promise<{ messages: number }> {
  const [one, other] = [await ticketLength(db, from.id), await ticketLength(db, into.id)];
  const messages = one.messages + other.messages;
  if (messages <= settings.messagesPerTicket && one.bytes + other.bytes <= settings.textBytesPerTicket) return { messages };
  throw new Failure('wrong_state', { message: 'The merged ticket would exceed the maximum length.' });
}

/** Keeps the earliest waiting time of the two tickets, and the lower seen marks. */
async function mergeWaitingTime({ db }: StaffCx, from: Ticket, into: Ticket, now: Date): Promise<Ticket['status']> {
  const { customer_seen, staff_seen } = await db
    .selectFrom('tickets')
    .select((eb) => [eb.fn.min('customer_seen').as('customer_seen'), eb.fn.min('staff_seen').as('staff_seen')])
    .where('id', 'in', [from.id, into.id])
    .executeTakeFirstOrThrow();
  const since = [from.waiting_since, into.waiting_since]
    .flatMap((time) => time ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first = null] = since;
  const status = first !== null && into.waiting_since === null ? 'customer-reply' : into.status;
  await updateTicket(db, into.id, { status, waiting_since: first, updated_at: now, customer_seen, staff_seen });
  return status;
}

/** Reopens a resolved ticket without a message. Throws `not_found`, and `wrong_state` for a ticket that is not resolved. */
export async function reopenTicket(cx: StaffCx, input: StaffInput<'reopenTicket'>): Promise<StaffReply<'reopenTicket'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await changeTicketStatus(cx, ticket, 'reopen');
  await audit(cx, 'reopenTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}

/** Marks a ticket as resolved by support. Throws `not_found`, and `wrong_state` if the ticket is already resolved. */
export async function resolveTicketUnanswered(
  cx: StaffCx,
  input: StaffInput<'resolveTicketUnanswered'>,
): Promise<StaffReply<'resolveTicketUnanswered'>> {
  const ticket = await lockTicket(cx, input.ticket);
  const status = await changeTicketStatus(cx, ticket, 'resolve');
  // Lines of the append-only audit log have this action, so it differs from the operation's name.
  await audit(cx, 'resolveTicket', auditedTicket(ticket));
  return { id: ticket.id, status, assigned_to: ticket.assigned_to };
}
