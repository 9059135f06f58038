import { TICKET_STATUSES } from '@innkeeper/model/states/ticket';
import { z } from 'zod';
import { integer } from '../query.ts';
import { about, Id, line, MAX_ID, prose, Time } from './primitives.ts';

export const TicketAttachment = z
  .strictObject({
    id: Id.describe('Id of the file.'),
    name: z.string().meta(about('File name.', 'boot.log')),
    size: z.int().meta(about('Size in bytes.', 2048)),
    mimeType: z.string().meta(about('Media type of the file.', 'text/plain')),
  })
  .meta({ id: 'TicketAttachment', description: 'A file that is attached to a message.' });
export type TicketAttachment = z.infer<typeof TicketAttachment>;

export const TicketMessage = z
  .strictObject({
    id: Id.describe('Id of the message.'),
    content: z.string().meta(about('Message as sanitised HTML.', 'My server does not boot.')),
    is_customer: z.boolean().describe('True for messages of the customer, false for messages of the support staff.'),
    created_at: Time.describe('Time of the message.'),
    attachments: z.array(TicketAttachment).describe('Files of the message.'),
  })
  .meta({ id: 'TicketMessage', description: 'A message of a ticket.' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const TicketServiceType = z
  .enum(['server', 'shared-hosting'])
  .meta({ id: 'TicketServiceType', description: 'Kind of the service of a ticket.' });
export type TicketServiceType = z.infer<typeof TicketServiceType>;

const ticket = {
  id: Id.describe('Id of the ticket.'),
  status: z.enum(TICKET_STATUSES).meta(about('Status of the ticket.', 'opened')),
  subject: z.string().meta(about('Subject of the ticket.', 'Server does not boot')),
  created_at: Time.describe('Time when the ticket was opened.'),
  updated_at: Time.describe('Time of the last change.'),
  response_due_at: Time.nullable().describe(
    'Time by which the support plan promises an answer. Null if the plan has no promise, or if no answer is due.',
  ),
  department: z.string().meta(about('Key of the department.', 'technical')),
  service_label: z.string().nullable().meta(about('Name of the related service, or null if there is none.', 'web-1.example.com')),
  service_type: TicketServiceType.nullable().describe('Kind of the related service, or null if there is none.'),
  service_id: Id.nullable().describe('Id of the related service, or null if there is none.'),
};

/** A ticket in a list. */
export const TicketSummary = z.strictObject(ticket).meta({ id: 'TicketSummary', description: 'A ticket in a list.' });
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = z
  .strictObject({ ...ticket, messages: z.array(TicketMessage).describe('Messages of the ticket, oldest first.') })
  .meta({ id: 'Ticket', description: 'A ticket with its messages.' });
export type Ticket = z.infer<typeof Ticket>;

export const Department = z
  .strictObject({
    id: Id.describe('Id of the department, for a new ticket.'),
    key: z.string().meta(about('Key of the department, as in tickets.', 'technical')),
    name: z.string().meta(about('Display name.', 'Technical support')),
  })
  .meta({ id: 'Department', description: 'Lists the departments that tickets can be sent to.' });
export type Department = z.infer<typeof Department>;

/** A service that a ticket can be about. */
export const TicketService = z
  .strictObject({
    id: Id.describe('Id of the service.'),
    type: TicketServiceType.describe('Kind of the service.'),
    label: z.string().meta(about('Name of the service.', 'web-1.example.com')),
  })
  .meta({ id: 'TicketService', description: 'A service that a ticket can be about.' });
export type TicketService = z.infer<typeof TicketService>;

const MIN_MESSAGE = 5;
/** Message as sent, markup included. A character outside the basic plane counts once, as in JSON Schema. */
const message = prose(MIN_MESSAGE, 65_535).refine(
  (text) => [...text].length >= MIN_MESSAGE,
  `Must have at least ${MIN_MESSAGE} characters.`,
);
const MESSAGE = 'Message, which can contain HTML. At least 5 characters. Text must remain after the HTML is sanitised.';
/** Id in a form. Text fields of a form arrive as strings, like query parameters. */
const formId = integer(1, MAX_ID);

export const CreateTicket = z
  .strictObject({
    department_id: formId.meta(about('Id of the department.', 1)),
    subject: line(3, 255).meta(about('Subject of the ticket, 3 to 255 characters.', 'Server does not boot')),
    message: message.meta(about(MESSAGE, 'My server does not boot.')),
    service_id: formId.optional().meta(about('Id of the related service. Requires `service_type`.', 1)),
    service_type: TicketServiceType.optional().describe('Kind of the related service.'),
  })
  .refine((body) => (body.service_id === undefined) === (body.service_type === undefined), {
    path: ['service_type'],
    error: 'Both service_id and service_type are required, or neither of them.',
  })
  .meta({ description: 'The new ticket.' });

export const ReplyToTicket = z
  .strictObject({
    message: message.meta(about(MESSAGE, 'Now it boots. Thank you!')),
  })
  .meta({ description: 'The new message.' });

/** Files of a ticket message. */
export const attachments = { field: 'attachments[]', max: 10, maxBytes: 10 * 1024 * 1024 } as const;

/** Maximum size in bytes of a message with its files. */
export const MAX_MESSAGE_BYTES = 30 * 1024 * 1024;
