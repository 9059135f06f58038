/** Sign-up of customers: who may sign up, on which terms, requests, and accepted terms. */
export const SIGN_UP = `
  create table sign_up_settings (
    only_one boolean primary key default true check (only_one),
    -- People who may open an account: everybody, those whom the host has invited, or nobody.
    mode text not null default 'closed' check (mode in ('open', 'invitation', 'closed')),
    -- Version and URL of the current terms of service. Null if there are none yet.
    terms_version text check (terms_version <> ''),
    terms_url text check (terms_url ~ '^https?://'),
    constraint sign_up_settings_terms check ((terms_version is null) = (terms_url is null)),
    -- Sign-up requires terms.
    constraint sign_up_settings_complete check (mode = 'closed' or terms_version is not null)
  );
  insert into sign_up_settings default values;

  -- Requests to become a customer. A request stores only the address, whether or not a user has it. A job looks the address up and sends a
  -- mail.
  create table sign_ups (
    id integer generated always as identity primary key,
    -- Address in lower case.
    email text not null check (email like '%_@_%'),
    -- Language of the mail and of the user.
    language text not null default 'en' check (language ~ '^[a-z]{2}$'),
    -- IP address of the request. Null if unknown, or for an invitation by the host.
    asked_from inet,
    -- Person of the host who sent the invitation. Null if the sign-up was requested.
    invited_by text check (invited_by <> ''),
    created_at timestamptz not null,
    -- SHA-256 of the secret in the link, and its expiry. Null until the job has run, and if a user has the address.
    secret_hash bytea unique check (length(secret_hash) = 32),
    expires_at timestamptz,
    -- Result: \`account\`, or \`known\` if a user already has the address. Null while the request waits.
    outcome text check (outcome in ('account', 'known')),
    account_id integer references accounts,
    constraint sign_ups_sent check ((secret_hash is null) = (expires_at is null)),
    constraint sign_ups_account check ((outcome is not distinct from 'account') = (account_id is not null))
  );
  create unique index sign_ups_waiting on sign_ups (email) where secret_hash is null and outcome is null;
  create index sign_ups_email on sign_ups (email, created_at);
  create index sign_ups_age on sign_ups (created_at);
  create index sign_ups_account on sign_ups (account_id);

  -- Terms of service that a user accepted for an account. Rows are kept as they were written.
  create table terms_acceptances (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    user_id integer references users on delete set null,
    version text not null check (version <> ''),
    -- URL of the terms at that time.
    url text not null check (url <> ''),
    accepted_at timestamptz not null,
    -- IP address of the user. Null if unknown.
    accepted_from inet
  );
  create index terms_acceptances_account on terms_acceptances (account_id, id);
  create index terms_acceptances_user on terms_acceptances (user_id);
`;
