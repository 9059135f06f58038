import { z } from 'zod';
import { integer } from '../query.ts';
import { Id, line, MAX_ID, prose, Time } from './primitives.ts';

export const TicketAttachment = z
  .strictObject({ id: Id, name: z.string(), size: z.int().describe('Bytes.'), mimeType: z.string() })
  .meta({ id: 'TicketAttachment' });
export type TicketAttachment = z.infer<typeof TicketAttachment>;

export const TicketMessage = z
  .strictObject({
    id: Id,
    content: z.string().describe('HTML, sanitised.'),
    is_customer: z.boolean().describe('Written by the customer, not by support staff.'),
    created_at: Time,
    attachments: z.array(TicketAttachment),
  })
  .meta({ id: 'TicketMessage' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const TICKET_STATUSES = ['opened', 'answered', 'customer-reply', 'resolved'] as const;
export const TicketServiceType = z.enum(['server', 'shared-hosting']).meta({ id: 'TicketServiceType' });
export type TicketServiceType = z.infer<typeof TicketServiceType>;

const ticket = {
  id: Id,
  status: z.enum(TICKET_STATUSES),
  subject: z.string(),
  created_at: Time,
  updated_at: Time,
  department: z.string().describe('Key of the department.'),
  service_label: z.string().nullable(),
  service_type: TicketServiceType.nullable(),
  service_id: Id.nullable(),
};

/** A ticket in a list. */
export const TicketSummary = z.strictObject(ticket).meta({ id: 'TicketSummary' });
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = z.strictObject({ ...ticket, messages: z.array(TicketMessage) }).meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof Ticket>;

export const Department = z.strictObject({ id: Id, key: z.string(), name: z.string() }).meta({ id: 'Department' });
export type Department = z.infer<typeof Department>;

/** A service that a ticket can be about. */
export const TicketService = z.strictObject({ id: Id, type: TicketServiceType, label: z.string() }).meta({ id: 'TicketService' });
export type TicketService = z.infer<typeof TicketService>;

const message = prose(5, 65_535).describe('HTML is supported; at least 5 characters.');
/** Text fields of a form arrive as strings, as query parameters do. */
const formId = integer(1, MAX_ID);

export const CreateTicket = z
  .strictObject({
    department_id: formId,
    subject: line(3, 255),
    message,
    service_id: formId.optional(),
    service_type: TicketServiceType.optional(),
  })
  .refine((body) => (body.service_id === undefined) === (body.service_type === undefined), {
    path: ['service_type'],
    error: 'service_id and service_type go together.',
  });

export const ReplyToTicket = z.strictObject({ message });

/** Files of a ticket message. */
export const attachments = { field: 'attachments[]', most: 10, mostBytes: 10 * 1024 * 1024 } as const;

/** Of a message with its files. */
export const MESSAGE_BYTES = 30 * 1024 * 1024;
