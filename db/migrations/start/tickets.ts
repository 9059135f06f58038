/** What customers write to support, what support answers, and the files of both; these lie in the home (engine/attachments). */
export const TICKETS = `
  create table tickets (
    id integer generated always as identity primary key,
    -- Null: it came by mail, from somebody without an account, or it holds complaints.
    account_id integer references accounts,
    -- Complaints about abuse, which the staff alone sees.
    complaint boolean not null default false,
    -- Who opened it; null: the staff, or who has no account.
    user_id integer references users,
    created_at timestamptz not null,
    -- When somebody last wrote in it, or its status changed.
    updated_at timestamptz not null,
    status text not null default 'opened' check (status in ('opened', 'answered', 'customer-reply', 'resolved')),
    subject text not null check (subject <> ''),
    department_id integer not null references support_departments,
    -- What it is about; null: nothing in particular.
    service_id integer references services,
    -- Since when its customer waits for an answer; null: for none.
    waiting_since timestamptz,
    resolved_at timestamptz,
    -- Who of the staff looks after it.
    assigned_to text check (assigned_to <> ''),
    -- Of its address: whoever knows it may write in the ticket by mail (model/mail-in/addresses.ts).
    mail_token text not null unique default replace(gen_random_uuid()::text, '-', '') check (mail_token ~ '^[0-9a-f]{32}$'),
    -- Who opened it by mail and has no account.
    requester text check (requester <> ''),
    -- The latest message of the other side that each has seen; 0: none.
    customer_seen integer not null default 0,
    staff_seen integer not null default 0,
    constraint tickets_of_somebody check (case when complaint then account_id is null and requester is null else (account_id is null) = (requester is not null) end),
    constraint tickets_waiting check ((waiting_since is not null) = (status in ('opened', 'customer-reply'))),
    -- The ticket of the same people that has its messages now; null: it was not merged.
    merged_into integer references tickets,
    constraint tickets_resolved check ((resolved_at is not null) = (status = 'resolved')),
    constraint tickets_merged check (merged_into is null or (status = 'resolved' and merged_into <> id))
  );
  create index tickets_account on tickets (account_id, id);
  -- For the staff's queue: who waits longest comes first.
  create index tickets_waiting on tickets (waiting_since, id) where waiting_since is not null;

  create index tickets_complaints on tickets (created_at) where complaint;
  create index tickets_merged_into on tickets (merged_into) where merged_into is not null;

  create table ticket_messages (
    id integer generated always as identity primary key,
    ticket_id integer not null references tickets,
    created_at timestamptz not null,
    -- Who wrote it: a member of the account (null: who is gone), or one of the staff, by name.
    author text not null check (author in ('customer', 'staff')),
    user_id integer references users,
    staff_name text,
    -- It came by mail, which says that it is from this address. Only where \`user_id\` names somebody it is known to be.
    mail_from text,
    -- Seen by the staff alone.
    internal boolean not null default false,
    -- HTML, sanitised before it was stored.
    content text not null,
    constraint ticket_messages_by_mail check (author = 'customer' or mail_from is null),
    constraint ticket_messages_author check ((author = 'staff') = (staff_name is not null) and (author = 'staff' or not internal))
  );
  create index ticket_messages_ticket on ticket_messages (ticket_id, id);

  create table ticket_attachments (
    id integer generated always as identity primary key,
    -- Null: of a ticket of nobody's account.
    account_id integer references accounts,
    ticket_id integer not null references tickets,
    message_id integer not null references ticket_messages,
    -- Of its message: which side takes room with it.
    author text not null check (author in ('customer', 'staff')),
    created_at timestamptz not null,
    name text not null check (name <> ''),
    mime_type text not null check (mime_type <> ''),
    bytes bigint not null check (bytes >= 0),
    sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Of its file.
    key text not null unique check (key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$')
  );
  create index ticket_attachments_ticket on ticket_attachments (ticket_id);
  create index ticket_attachments_message on ticket_attachments (message_id);
  -- How much room an account takes, or the staff in its tickets, is read of this alone.
  create index ticket_attachments_account on ticket_attachments (account_id, author) include (bytes);
`;
