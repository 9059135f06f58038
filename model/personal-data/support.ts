import type { Exported } from './define.ts';

/** Export of tickets with their messages. Internal notes of the staff are not exported. */
export const SUPPORT = {
  tickets: [
    {
      file: 'tickets',
      what: 'tickets with their messages; their files are in the directory attachments',
      // Limits of a ticket: 300 messages and 2 MiB of text.
      atATime: 4,
      columns: 'id user_id created_at updated_at status subject department_id service_id resolved_at merged_into',
      withheld: 'account_id complaint waiting_since assigned_to mail_token requester customer_seen staff_seen',
    },
  ],
  ticket_messages: [
    {
      within: 'tickets',
      as: 'messages',
      by: 'ticket_id',
      where: 'not c.internal',
      columns: 'id created_at author user_id staff_name mail_from content',
      withheld: 'ticket_id internal',
    },
  ],
  ticket_attachments: [
    {
      within: 'tickets',
      as: 'attachments',
      by: 'ticket_id',
      where: 'exists (select from ticket_messages m where m.id = c.message_id and not m.internal)',
      columns: 'id message_id created_at name mime_type bytes sha256',
      withheld: 'account_id ticket_id author key',
    },
  ],
  response_targets: [
    {
      within: 'tickets',
      as: 'response_targets',
      by: 'ticket_id',
      columns: 'id service_id started_at due_at stopped_at outcome promised credited',
      withheld: 'ticket_id account_id waiting_since warn_at warned_at settled_at entry_id',
    },
  ],
  received_mails: [{ why: 'what came of them stands in the tickets' }],
} as const satisfies Readonly<Record<string, readonly Exported[]>>;
