/** Mail to customers, written in the transaction that it reports and sent after its commit (jobs/send-mails.ts). */
export const MAIL = `
  create table mails (
    id integer generated always as identity primary key,
    -- Part of the Message-ID that is the same for every attempt, so that receivers can drop duplicates.
    key uuid not null unique default gen_random_uuid(),
    account_id integer references accounts,
    user_id integer references users,
    address text not null check (address ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'),
    -- Name of the template (model/mail).
    template text not null check (template <> ''),
    language text not null check (language ~ '^[a-z]{2}$'),
    -- Input of the template.
    data jsonb not null,
    -- Deduplication key of event and recipient. The same event is mailed once.
    once text not null unique check (once <> ''),
    -- Ticket that answers to the mail are added to. Null for none.
    ticket_id integer references tickets,
    -- Message-ID of the mail that this mail answers.
    in_reply_to text,
    -- True if the mail is sent without a return path, so that only people answer it.
    automatic boolean not null default false,
    created_at timestamptz not null,
    sent_at timestamptz,
    -- Time at which delivery was given up. \`error\` holds the reason.
    failed_at timestamptz,
    tries integer not null default 0,
    next_try_at timestamptz not null,
    error text,
    constraint mails_ended_once check (sent_at is null or failed_at is null)
  );
  create index mails_waiting on mails (next_try_at, id) where sent_at is null and failed_at is null;
  create index mails_failed on mails (id) where failed_at is not null;
  create index mails_ticket on mails (ticket_id, id) where ticket_id is not null;
  create index mails_account on mails (account_id, id);
  -- Closing an account erases mails to its users, including those from before they were users.
  create index mails_user on mails (user_id) where user_id is not null;
  create index mails_address on mails (lower(address));
`;
