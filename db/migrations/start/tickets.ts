/** Messages between customers and support, and their files, which are in the home (engine/attachments). */
export const TICKETS = `
  create table tickets (
    id integer generated always as identity primary key,
    -- Account of the ticket. Null for mail from somebody without an account, and for complaints.
    account_id integer references accounts,
    -- True for complaints about abuse, which only the staff sees.
    complaint boolean not null default false,
    -- User who opened the ticket. Null for the staff, or for somebody without an account.
    user_id integer references users,
    created_at timestamptz not null,
    -- Time of the last message or change of the status.
    updated_at timestamptz not null,
    status text not null default 'opened' check (status in ('opened', 'answered', 'customer-reply', 'resolved')),
    subject text not null check (subject <> ''),
    department_id integer not null references support_departments,
    -- Service that the ticket concerns. Null for no particular service.
    service_id integer references services,
    -- Time since which the customer waits for an answer. Null if the customer does not wait.
    waiting_since timestamptz,
    resolved_at timestamptz,
    -- Member of the staff who handles the ticket.
    assigned_to text check (assigned_to <> ''),
    -- Token of the ticket's address. Anybody with the address may write in the ticket by mail (model/mail-in/addresses.ts).
    mail_token text not null unique default replace(gen_random_uuid()::text, '-', '') check (mail_token ~ '^[0-9a-f]{32}$'),
    -- Address of the requester who opened the ticket by mail and has no account.
    requester text check (requester <> ''),
    -- Latest message of the other side that each side has seen. 0 for none.
    customer_seen integer not null default 0,
    staff_seen integer not null default 0,
    constraint tickets_of_somebody check (case when complaint then account_id is null and requester is null else (account_id is null) = (requester is not null) end),
    constraint tickets_waiting check ((waiting_since is not null) = (status in ('opened', 'customer-reply'))),
    -- Ticket of the same people that has the messages now. Null if not merged.
    merged_into integer references tickets,
    constraint tickets_resolved check ((resolved_at is not null) = (status = 'resolved')),
    constraint tickets_merged check (merged_into is null or (status = 'resolved' and merged_into <> id))
  );
  create index tickets_account on tickets (account_id, id);
  -- For the queue of the staff, longest wait first.
  create index tickets_waiting on tickets (waiting_since, id) where waiting_since is not null;

  create index tickets_complaints on tickets (created_at) where complaint;
  create index tickets_merged_into on tickets (merged_into) where merged_into is not null;

  create table ticket_messages (
    id integer generated always as identity primary key,
    ticket_id integer not null references tickets,
    created_at timestamptz not null,
    -- Side that wrote the message. Customers have a user_id, or null once the user is gone. Staff have a name.
    author text not null check (author in ('customer', 'staff')),
    user_id integer references users,
    staff_name text,
    -- Sender that a mail claims. The claim is verified only if \`user_id\` is set.
    mail_from text,
    -- True if only the staff sees the message.
    internal boolean not null default false,
    -- HTML that was sanitised before it was stored.
    content text not null,
    constraint ticket_messages_by_mail check (author = 'customer' or mail_from is null),
    constraint ticket_messages_author check ((author = 'staff') = (staff_name is not null) and (author = 'staff' or not internal))
  );
  create index ticket_messages_ticket on ticket_messages (ticket_id, id);

  create table ticket_attachments (
    id integer generated always as identity primary key,
    -- Account of the ticket. Null if it has none.
    account_id integer references accounts,
    ticket_id integer not null references tickets,
    message_id integer not null references ticket_messages,
    -- Side that wrote the message, and whose limit the file counts towards.
    author text not null check (author in ('customer', 'staff')),
    created_at timestamptz not null,
    name text not null check (name <> ''),
    mime_type text not null check (mime_type <> ''),
    bytes bigint not null check (bytes >= 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Key of the file.
    key text not null unique check (key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$')
  );
  create index ticket_attachments_ticket on ticket_attachments (ticket_id);
  create index ticket_attachments_message on ticket_attachments (message_id);
  -- The space that an account uses, or the staff in its tickets, is read from this index alone.
  create index ticket_attachments_account on ticket_attachments (account_id, author) include (bytes);
`;
