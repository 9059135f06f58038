import { TICKET_STATUSES } from '@innkeeper/model/states/ticket';
import { z } from 'zod';
import { integer } from '../query.ts';
import { about, Id, line, MAX_ID, prose, Time } from './primitives.ts';

export const TicketAttachment = z
  .strictObject({
    id: Id.describe('Id of the file.'),
    name: z.string().meta(about('File name.', 'boot.log')),
    size: z.int().meta(about('Size in bytes.', 2048)),
    mimeType: z.string().meta(about('Type of the file.', 'text/plain')),
  })
  .meta({ id: 'TicketAttachment', description: 'A file that is attached to a message.' });
export type TicketAttachment = z.infer<typeof TicketAttachment>;

export const TicketMessage = z
  .strictObject({
    id: Id.describe('Id of the message.'),
    content: z.string().meta(about('HTML, sanitised.', 'My server does not boot.')),
    is_customer: z.boolean().describe('true when written by the customer, false when by support staff.'),
    created_at: Time.describe('When it was written.'),
    attachments: z.array(TicketAttachment).describe('Its files.'),
  })
  .meta({ id: 'TicketMessage', description: 'A message of a ticket.' });
export type TicketMessage = z.infer<typeof TicketMessage>;

export const TicketServiceType = z
  .enum(['server', 'shared-hosting'])
  .meta({ id: 'TicketServiceType', description: 'Kind of service that a ticket is about.' });
export type TicketServiceType = z.infer<typeof TicketServiceType>;

const ticket = {
  id: Id.describe('Id of the ticket.'),
  status: z.enum(TICKET_STATUSES).meta(about('Status of the ticket.', 'opened')),
  subject: z.string().meta(about('What it is about.', 'Server does not boot')),
  created_at: Time.describe('When it was opened.'),
  updated_at: Time.describe('When it last changed.'),
  response_due_at: Time.nullable().describe(
    'By when the support plan of the account promises an answer; null when it promises none, or the ticket waits for none.',
  ),
  department: z.string().meta(about('Key of the department.', 'technical')),
  service_label: z
    .string()
    .nullable()
    .meta(about('Name of the service that it is about; null for none in particular.', 'web-1.example.com')),
  service_type: TicketServiceType.nullable().describe('Kind of that service; null for none in particular.'),
  service_id: Id.nullable().describe('Id of that service; null for none in particular.'),
};

/** A ticket in a list. */
export const TicketSummary = z.strictObject(ticket).meta({ id: 'TicketSummary', description: 'A ticket as lists show it.' });
export type TicketSummary = z.infer<typeof TicketSummary>;

export const Ticket = z
  .strictObject({ ...ticket, messages: z.array(TicketMessage).describe('Its messages, oldest first.') })
  .meta({ id: 'Ticket', description: 'A ticket with its messages.' });
export type Ticket = z.infer<typeof Ticket>;

export const Department = z
  .strictObject({
    id: Id.describe('Id of the department, for a new ticket.'),
    key: z.string().meta(about('Key of the department, as tickets show it.', 'technical')),
    name: z.string().meta(about('Name for people.', 'Technical support')),
  })
  .meta({ id: 'Department', description: 'The departments that tickets can be sent to.' });
export type Department = z.infer<typeof Department>;

/** A service that a ticket can be about. */
export const TicketService = z
  .strictObject({
    id: Id.describe('Id of the service.'),
    type: TicketServiceType.describe('Its kind.'),
    label: z.string().meta(about('Its name.', 'web-1.example.com')),
  })
  .meta({ id: 'TicketService', description: 'A service that a ticket can be about.' });
export type TicketService = z.infer<typeof TicketService>;

const MIN_MESSAGE = 5;
/** Counted as sent, markup included. A character outside the basic plane counts once, as JSON Schema has it. */
const message = prose(MIN_MESSAGE, 65_535).refine(
  (text) => [...text].length >= MIN_MESSAGE,
  `Must be at least ${MIN_MESSAGE} characters long.`,
);
const MESSAGE = 'HTML is supported. At least 5 characters as sent. Some readable text must remain after the HTML is sanitised.';
/** Text fields of a form arrive as strings, as query parameters do. */
const formId = integer(1, MAX_ID);

export const CreateTicket = z
  .strictObject({
    department_id: formId.meta(about('Id of the department.', 1)),
    subject: line(3, 255).meta(about('What it is about, 3 to 255 characters.', 'Server does not boot')),
    message: message.meta(about(MESSAGE, 'My server does not boot.')),
    service_id: formId.optional().meta(about('Id of the service that it is about; goes with `service_type`.', 1)),
    service_type: TicketServiceType.optional().describe('Kind of that service.'),
  })
  .refine((body) => (body.service_id === undefined) === (body.service_type === undefined), {
    path: ['service_type'],
    error: 'service_id and service_type go together.',
  })
  .meta({ description: 'The new ticket.' });

export const ReplyToTicket = z
  .strictObject({
    message: message.meta(about(MESSAGE, 'Now it boots. Thank you!')),
  })
  .meta({ description: 'The new message.' });

/** Files of a ticket message. */
export const attachments = { field: 'attachments[]', most: 10, mostBytes: 10 * 1024 * 1024 } as const;

/** Of a message with its files. */
export const MESSAGE_BYTES = 30 * 1024 * 1024;
