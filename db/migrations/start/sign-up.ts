/** How people become customers: whether they may, on which terms, who asks, and what each has accepted. */
export const SIGN_UP = `
  create table sign_up_settings (
    only_one boolean primary key default true check (only_one),
    -- Who may open an account: everybody, whom the host has invited, or nobody.
    mode text not null default 'closed' check (mode in ('open', 'invitation', 'closed')),
    -- The terms of service of now: what their version is called, and where they can be read; null: there are none yet.
    terms_version text check (terms_version <> ''),
    terms_url text check (terms_url ~ '^https?://'),
    constraint sign_up_settings_terms check ((terms_version is null) = (terms_url is null)),
    -- Nobody signs up without terms.
    constraint sign_up_settings_complete check (mode = 'closed' or terms_version is not null)
  );
  insert into sign_up_settings default values;

  -- Who wants to become a customer. A request writes the address alone, whether it is a user's or nobody's; a job finds out, and sends a mail.
  create table sign_ups (
    id integer generated always as identity primary key,
    -- In small letters.
    email text not null check (email like '%_@_%'),
    -- Of the mail, and of the user.
    language text not null default 'en' check (language ~ '^[a-z]{2}$'),
    -- From where; null: not known, or the host has invited.
    asked_from inet,
    -- Who of the host has invited; null: nobody, it was asked for.
    invited_by text check (invited_by <> ''),
    created_at timestamptz not null,
    -- sha256 of the secret in the link, and until when that works; null until the job has looked, and when the address is a user's.
    secret_hash bytea unique check (length(secret_hash) = 32),
    expires_at timestamptz,
    -- What became of it: an account, or nothing, since a user has the address already. Null: it waits.
    outcome text check (outcome in ('account', 'known')),
    account_id integer references accounts,
    constraint sign_ups_sent check ((secret_hash is null) = (expires_at is null)),
    constraint sign_ups_account check ((outcome is not distinct from 'account') = (account_id is not null))
  );
  create unique index sign_ups_waiting on sign_ups (email) where secret_hash is null and outcome is null;
  create index sign_ups_email on sign_ups (email, created_at);
  create index sign_ups_age on sign_ups (created_at);
  create index sign_ups_account on sign_ups (account_id);

  -- Who has accepted which terms of service, for an account. It stays as it was written.
  create table terms_acceptances (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    user_id integer references users on delete set null,
    version text not null check (version <> ''),
    -- Where they could be read then.
    url text not null check (url <> ''),
    accepted_at timestamptz not null,
    -- From where; null: not known.
    accepted_from inet
  );
  create index terms_acceptances_account on terms_acceptances (account_id, id);
  create index terms_acceptances_user on terms_acceptances (user_id);
`;
