/** Mail to customers, written in the transaction of what it tells and sent after its commit (jobs/send-mails.ts). */
export const MAIL = `
  create table mails (
    id integer generated always as identity primary key,
    -- Of its Message-ID, which stays the same at every try, so that receivers can drop a twin.
    key uuid not null unique default gen_random_uuid(),
    account_id integer references accounts,
    user_id integer references users,
    address text not null check (address ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'),
    -- The name of its text (model/mail).
    template text not null check (template <> ''),
    language text not null check (language ~ '^[a-z]{2}$'),
    -- What the text is about, as its template takes it.
    data jsonb not null,
    -- What it tells, for whom: the same is told once.
    once text not null unique check (once <> ''),
    -- Whose answers to it become messages of that ticket; null: of none.
    ticket_id integer references tickets,
    -- Message-ID of the mail that it answers.
    in_reply_to text,
    -- It is sent without a return path, so that nothing answers it but a person.
    automatic boolean not null default false,
    created_at timestamptz not null,
    sent_at timestamptz,
    -- Since when it is not tried any more; \`error\` says why.
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
  -- Closing an account erases what was written to its users, also before they were users.
  create index mails_user on mails (user_id) where user_id is not null;
  create index mails_address on mails (lower(address));
`;
