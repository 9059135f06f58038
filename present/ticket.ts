import type { Ticket, TicketMessage, TicketService, TicketSummary } from '@innkeeper/contract/schemas/ticket';
import type { ListedTicket, LoadedMessage, LoadedTicket } from '@innkeeper/db/tables/tickets';
import { iso, isoOrNull } from './time.ts';

export function presentTicketSummary(ticket: ListedTicket): TicketSummary {
  const { id, status, subject, department, service_id, service_label } = ticket;
  return {
    id,
    status,
    subject,
    department,
    created_at: iso(ticket.created_at),
    updated_at: iso(ticket.updated_at),
    response_due_at: isoOrNull(ticket.response_due_at),
    service_label,
    service_type: service_id === null ? null : 'server',
    service_id,
  };
}

/** Presents a ticket for its customer, without internal notes. */
export function presentTicket(ticket: LoadedTicket): Ticket {
  const messages = ticket.messages.filter(({ internal }) => !internal);
  return { ...presentTicketSummary(ticket), messages: messages.map(presentMessage) };
}

function presentMessage({ id, content, author, created_at, attachments }: LoadedMessage): TicketMessage {
  return {
    id,
    content,
    is_customer: author === 'customer',
    created_at: iso(created_at),
    attachments: attachments.map(({ id, name, bytes, mime_type }) => ({ id, name, size: Number(bytes), mimeType: mime_type })),
  };
}

export const presentTicketService = ({ id, hostname }: { id: number; hostname: string }): TicketService => ({
  id,
  type: 'server',
  label: hostname,
});
