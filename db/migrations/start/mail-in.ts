/**
 * Incoming mail for support (docs/decisions/mail-in.md): how it arrives, and a row for each mail, which is handled once (domain/mail-in).
 * The raw mail is kept in the home for a while.
 */
export const MAIL_IN = `
  create table inbox_settings (
    only_one boolean primary key default true check (only_one),
    -- Address that customers write to. Null if no mail is accepted, which our own mails then state.
    address text check (address ~ '^[^[:space:][:cntrl:]<>+@]+@[^[:space:][:cntrl:]<>@]+$'),
    -- Address for complaints about abuse. Null if complaints are handled like other mail.
    abuse_address text check (abuse_address ~ '^[^[:space:][:cntrl:]<>@]+@[^[:space:][:cntrl:]<>@]+$'),
    -- Treatment of mail from senders who are in no account.
    unknown_senders text not null default 'refuse' check (unknown_senders in ('ticket', 'refuse', 'drop')),
    -- Department of tickets that are opened by mail. Null for the first department.
    department_id integer references support_departments,
    -- Mailbox that is read. Null if none is read and mail arrives by \`mail receive\`.
    imap_host text check (imap_host <> ''),
    imap_port integer not null default 993 check (imap_port between 1 and 65535),
    imap_tls text not null default 'implicit' check (imap_tls in ('implicit', 'starttls', 'none')),
    imap_user text check (imap_user <> ''),
    -- Sealed with the installation's key.
    imap_password bytea,
    imap_folder text not null default 'INBOX' check (imap_folder <> ''),
    -- Folder that accepted mail is moved to. Null if such mail is marked as seen.
    imap_done_folder text check (imap_done_folder <> ''),
    -- Time since which the mailbox cannot be read, with the error, the number of attempts and the time of the next attempt.
    away_since timestamptz,
    away_error text,
    away_tries integer not null default 0,
    retry_at timestamptz not null default 'epoch',
    constraint inbox_settings_complete check (imap_host is null or (imap_user is not null and imap_password is not null and address is not null))
  );
  insert into inbox_settings default values;

  create table received_mails (
    id integer generated always as identity primary key,
    received_at timestamptz not null,
    source text not null check (source in ('pipe', 'imap')),
    -- Recipient as the receiving server reported it. Null if not reported.
    recipient text,
    bytes integer not null check (bytes >= 0),
    -- SHA-256 of the raw mail. A mail that is fetched twice has one row.
    sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Key of the file. Null after the file was deleted for its age.
    key text unique check (key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
    -- True if an operator requested handling, although the mail looked like a loop or an automatic mail.
    forced boolean not null default false,
    -- Time at which its sender was checked. Null while it is unchecked.
    sender_checked_at timestamptz,
    -- Address of From in lower case, if the mail is verified to be from it.
    verified_from text,
    -- Registered domain of the sender, while the mail waits for DNS to answer for it.
    unanswered_domain text,
    -- Process that handles the mail now, or ended while it did. Null if none.
    begun_by uuid,
    -- Number of processes that ended while they handled the mail.
    lost_attempts integer not null default 0 check (lost_attempts >= 0),
    -- Time at which the mail was handled. The following columns are set then.
    handled_at timestamptz,
    outcome text check (outcome in ('reply', 'opened', 'refused', 'held', 'ignored', 'complaint')),
    -- Reason as one word: \`loop\`, \`auto-reply\`, \`twice\`.
    why text,
    message_id text,
    -- Address of the sender in lower case.
    from_address text,
    subject text,
    ticket_id integer references tickets,
    -- IP addresses that a complaint is about.
    complaint_addresses text[] not null default '{}',
    constraint received_mails_sender check (sender_checked_at is null and verified_from is null or sender_checked_at is not null and unanswered_domain is null),
    constraint received_mails_handled check ((handled_at is null) = (outcome is null)),
    constraint received_mails_tickets check ((ticket_id is not null) = coalesce(outcome in ('reply', 'opened', 'complaint'), false))
  );
  create index received_mails_waiting on received_mails (id) where handled_at is null;
  -- A mail that is sent to two of our addresses arrives twice.
  create unique index received_mails_once on received_mails (message_id, from_address) where outcome in ('reply', 'opened');
  create index received_mails_sender on received_mails (from_address, received_at);
  create index received_mails_ticket on received_mails (ticket_id, received_at) where outcome in ('reply', 'opened');
  create index received_mails_complaints on received_mails (received_at) where outcome = 'complaint';
  create index received_mails_kept on received_mails (received_at) where key is not null;
`;
