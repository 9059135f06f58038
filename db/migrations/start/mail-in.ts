/**
 * Mail that comes in for support (docs/decisions/mail-in.md): how it comes, and a row for each, which is handled once (domain/mail-in). The raw
 * mail lies in the home for a while.
 */
export const MAIL_IN = `
  create table inbox_settings (
    only_one boolean primary key default true check (only_one),
    -- Where customers write to; null: no mail is taken, and ours says so.
    address text check (address ~ '^[^[:space:][:cntrl:]<>+@]+@[^[:space:][:cntrl:]<>@]+$'),
    -- Where others complain about abuse; null: complaints are mails like others.
    abuse_address text check (abuse_address ~ '^[^[:space:][:cntrl:]<>@]+@[^[:space:][:cntrl:]<>@]+$'),
    -- What becomes of mail of those who are in no account.
    unknown_senders text not null default 'refuse' check (unknown_senders in ('ticket', 'refuse', 'drop')),
    -- Of tickets that are opened by mail; null: the first that there is.
    department_id integer references support_departments,
    -- The mailbox that is read; null: none is, and mail comes by \`mail receive\`.
    imap_host text check (imap_host <> ''),
    imap_port integer not null default 993 check (imap_port between 1 and 65535),
    imap_tls text not null default 'implicit' check (imap_tls in ('implicit', 'starttls', 'none')),
    imap_user text check (imap_user <> ''),
    -- Sealed with the installation's key.
    imap_password bytea,
    imap_folder text not null default 'INBOX' check (imap_folder <> ''),
    -- Where mail is moved to that was taken; null: it is marked as seen.
    imap_done_folder text check (imap_done_folder <> ''),
    -- While the mailbox can't be read: since when, why, how often it was tried, and when it is tried again.
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
    -- Whom it is for, as the server said that took it; null: it did not say.
    recipient text,
    bytes integer not null check (bytes >= 0),
    -- Of the raw mail: what is fetched twice has one row.
    sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Of its file; null: that is gone by its age.
    key text unique check (key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
    -- An operator wants it handled, though it looked like a loop or a program's.
    forced boolean not null default false,
    -- Time at which its sender was checked. Null while it is unchecked.
    sender_checked_at timestamptz,
    -- Address of From in lower case, if the mail is verified to be from it.
    verified_from text,
    -- Registered domain of the sender, while the mail waits for DNS to answer for it.
    unanswered_domain text,
    -- Process that handles it now, or ended meanwhile. Null while none does.
    begun_by uuid,
    -- Number of processes that ended while they handled it.
    lost_attempts integer not null default 0 check (lost_attempts >= 0),
    -- What follows is known once it was handled.
    handled_at timestamptz,
    outcome text check (outcome in ('reply', 'opened', 'refused', 'held', 'ignored', 'complaint')),
    -- A word: \`loop\`, \`auto-reply\`, \`twice\`.
    why text,
    message_id text,
    -- In small letters.
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
  -- The same mail, sent to two of our addresses, comes by two ways.
  create unique index received_mails_once on received_mails (message_id, from_address) where outcome in ('reply', 'opened');
  create index received_mails_sender on received_mails (from_address, received_at);
  create index received_mails_ticket on received_mails (ticket_id, received_at) where outcome in ('reply', 'opened');
  create index received_mails_complaints on received_mails (received_at) where outcome = 'complaint';
  create index received_mails_kept on received_mails (received_at) where key is not null;
`;
