/** Tickets of customers, with their messages and files. */
import {
  findAttachment,
  insertTicket,
  loadTicket,
  markSeen,
  pageOfTicketServices,
  pageOfTickets,
  listDepartments as readDepartments,
} from '@innkeeper/db/tables/tickets';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { requireDepartment } from '@innkeeper/domain/resources/catalogue';
import { requireReference } from '@innkeeper/domain/resources/references';
import { startResponseClock } from '@innkeeper/domain/tickets/response-target';
import { requireRoomForTicket } from '@innkeeper/domain/tickets/room';
import { changeTicketStatus, messageHtml, writeMessage } from '@innkeeper/domain/tickets/write';
import { Failure, invalid } from '@innkeeper/model/failures';
import { attachmentReply } from '@innkeeper/present/attachment';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentTicket, presentTicketService, presentTicketSummary } from '@innkeeper/present/ticket';
import type { Input, Reply, Services } from '../define.ts';

/** Lists the caller's tickets, newest first. */
export async function listTickets(cx: RequestCx, { query }: Input<'listTickets'>): Promise<Reply<'listTickets'>> {
  const filter = { accountId: cx.actor.accountId, statuses: query['filter[status]'] };
  return page(cx.url, query, await pageOfTickets(cx.db, { ...filter, ...pageRequest(query) }), presentTicketSummary);
}

/** Lists the departments that accept new tickets, in the operator's order. */
export async function listDepartments(cx: Cx): Promise<Reply<'listDepartments'>> {
  return { data: await readDepartments(cx.db) };
}

/** Lists the services that a ticket of the caller can be about, by name: active and suspended servers. */
export async function listTicketServices(
  cx: RequestCx,
  { query }: Input<'listTicketServices'>,
): Promise<Reply<'listTicketServices'>> {
  const services = await pageOfTicketServices(cx.db, { accountId: cx.actor.accountId, ...pageRequest(query) });
  return page(cx.url, query, services, presentTicketService);
}

/** Returns a ticket with its messages, and marks them as read by the customer. */
export async function getTicket(cx: Cx, { ticket }: Input<'getTicket'>): Promise<Reply<'getTicket'>> {
  const loaded = await loadTicket(cx.db, ticket.id);
  const latest = loaded.messages.findLast(({ author, internal }) => author === 'staff' && !internal);
  // Support staff can open the ticket inside the account, which does not count as read by the customer.
  const isSeen = cx.actor.kind !== 'staff';
  if (isSeen && latest && latest.id > loaded.customer_seen) await markSeen(cx.db, ticket.id, 'customer_seen', latest.id);
  return presentTicket(loaded);
}

/**
 * Opens a ticket with its first message. Throws `validation` for an unknown department or service, `not_yours`, and `no_capacity` if too
 * many tickets are open or the account's files are too large.
 */
export async function createTicket(
  cx: MutatingCx<Customer>,
  { body, files }: Input<'createTicket'>,
): Promise<Reply<'createTicket'>> {
  const { accountId, userId } = cx.actor;
  const content = messageHtml(body.message);
  const department = await requireDepartment(cx, body.department_id);
  const serviceId = await serviceOf(cx, body);
  await requireRoomForTicket(cx, accountId);
  const now = cx.clock.now();
  const id = await insertTicket(cx.db, {
    account_id: accountId,
    user_id: userId,
    created_at: now,
    updated_at: now,
    waiting_since: now,
    subject: body.subject,
    department_id: department.id,
    service_id: serviceId,
  });
  const by = { author: 'customer', user_id: userId } as const;
  await writeMessage(cx, { id, account_id: accountId }, { by, content, files });
  await startResponseClock(cx, { id, account_id: accountId, waiting_since: now }, now);
  await audit(cx, 'createTicket', { kind: 'ticket', id }, { department: department.key, files: files.length });
  return presentTicket(await loadTicket(cx.db, id));
}

/** Returns the id of the ticket's service, or `null`. Throws `validation` for shared hosting, which does not exist yet. */
async function serviceOf(
  cx: MutatingCx<Customer>,
  { service_id, service_type }: Input<'createTicket'>['body'],
): Promise<number | null> {
  if (service_id === undefined || service_type === undefined) return null;
  if (service_type !== 'server') throw invalid('service_id', 'This service does not exist.');
  return (await requireReference(cx, 'server', service_id, 'service_id')).id;
}

/** Adds a message of the customer, and reopens a resolved ticket. Throws `validation`, and the errors of `writeMessage`. */
export async function replyToTicket(
  cx: MutatingCx<Customer>,
  { ticket, body, files }: Input<'replyToTicket'>,
): Promise<Reply<'replyToTicket'>> {
  const content = messageHtml(body.message);
  const by = { author: 'customer', user_id: cx.actor.userId } as const;
  await writeMessage(cx, ticket, { by, content, files });
  await changeTicketStatus(cx, ticket, 'reply');
  await audit(cx, 'replyToTicket', { kind: 'ticket', id: ticket.id }, { files: files.length });
  return presentTicket(await loadTicket(cx.db, ticket.id));
}

/** Marks a ticket as resolved by the customer. Throws `wrong_state` if the ticket is already resolved. */
export async function resolveTicket(cx: MutatingCx, { ticket }: Input<'resolveTicket'>): Promise<Reply<'resolveTicket'>> {
  await changeTicketStatus(cx, ticket, 'resolve');
  await audit(cx, 'resolveTicket', { kind: 'ticket', id: ticket.id });
  return presentTicket(await loadTicket(cx.db, ticket.id));
}

/** Returns an attachment and its content. Throws `not_found` if it no longer exists. */
export async function downloadTicketAttachment(
  cx: Cx,
  { ticketAttachment }: Input<'downloadTicketAttachment'>,
  { attachments }: Pick<Services, 'attachments'>,
): Promise<Reply<'downloadTicketAttachment'>> {
  const attachment = await findAttachment(cx.db, ticketAttachment.id);
  if (!attachment) throw new Failure('not_found');
  const content = await attachments.read(attachment.key);
  if (!content) throw new Error(`the file of ticket attachment ${attachment.id} is gone`);
  return attachmentReply({ attachment, content });
}
