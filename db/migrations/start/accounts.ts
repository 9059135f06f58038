/** Customers: countries with their VAT, accounts, the people in them, access tokens and SSH keys. */
export const ACCOUNTS = `
  create table countries (
    id integer generated always as identity primary key,
    code text not null unique check (code ~ '^[A-Z]{2}$'),
    name text not null
  );

  -- VAT rates by country, each with the time from which it applies. Earlier orders keep the rate that they were placed with.
  create table vat_rates (
    country_id integer not null references countries,
    rate_bp integer not null check (rate_bp between 0 and 10000),
    valid_from timestamptz not null,
    primary key (country_id, valid_from)
  );

  create table accounts (
    id integer generated always as identity primary key,
    name text not null default '',
    country_id integer not null references countries,
    address text check (address <> ''),
    city text check (city <> ''),
    postal_code text check (postal_code <> ''),
    phone_number text check (phone_number <> ''),
    -- Recipient of technical messages. Null if the owner receives them.
    tech_email text check (tech_email like '%_@_%'),
    -- True for a company. The following columns describe the company.
    company boolean not null default false,
    company_name text check (company_name <> ''),
    company_address text check (company_address <> ''),
    company_number text check (company_number <> ''),
    -- VAT number with its country prefix and without blanks: \`ATU12345678\`. It counts only as far as vat_checks confirms it.
    vat_number text check (vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'),
    created_at timestamptz not null default now(),
    -- Time of the suspension, during which the account's tokens may only read. Null if not suspended.
    suspended_at timestamptz,
    -- Reason of the suspension, for operators.
    suspend_reason text check (suspend_reason <> ''),
    -- Time since which nothing is charged automatically, because the charges looked unusual. An operator ends this (\`account unpark\`).
    -- Null if not parked.
    billing_parked_at timestamptz,
    billing_parked_reason text check (billing_parked_reason <> ''),
    -- Time at which the owner requested the closure, and time of the closure unless it is withdrawn. The account may only read
    -- in between. Both are null if no closure is requested.
    closing_asked_at timestamptz,
    closes_at timestamptz,
    -- Time of the closure. The account then has no members, and its personal data is erased (docs/decisions/account-closing.md). Null if
    -- not closed.
    closed_at timestamptz,
    -- Time at which the erasure was complete.
    erased_at timestamptz,
    constraint accounts_closing check ((closing_asked_at is null) = (closes_at is null)),
    constraint accounts_closed_in_order check ((closed_at is null or closes_at is not null) and (erased_at is null or closed_at is not null)),
    constraint accounts_parked_says_why check ((billing_parked_at is null) = (billing_parked_reason is null)),
    constraint accounts_suspension_says_why check ((suspended_at is null) = (suspend_reason is null))
  );
  create index accounts_closing on accounts (closes_at) where closes_at is not null and erased_at is null;

  -- Answers of the VAT register about an account's number. The latest check of a number decides. Earlier checks stay as evidence.
  create table vat_checks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    vat_number text not null check (vat_number <> ''),
    -- \`unknown\` until the register answers.
    verdict text not null check (verdict in ('valid', 'invalid', 'unknown')),
    -- Proof of the query, which the register issues to requesters with a VAT number.
    consultation_number text,
    -- Registered name and address, if the country discloses them.
    name text,
    address text,
    -- Time of the verdict.
    checked_at timestamptz,
    -- Number of failed queries since the last verdict.
    tries integer not null default 0,
    -- Time of the next query. Null if none follows, because the account has another number or a later check.
    next_try_at timestamptz,
    -- Reason for the missing answer.
    error text,
    constraint vat_checks_told check ((verdict = 'unknown') = (checked_at is null))
  );
  create index vat_checks_account on vat_checks (account_id, vat_number, id);
  create unique index vat_checks_next on vat_checks (account_id, vat_number) where next_try_at is not null;
  create index vat_checks_due on vat_checks (next_try_at) where next_try_at is not null;

  -- People who sign in. They can use the accounts of which they are members.
  create table users (
    id integer generated always as identity primary key,
    email text not null check (email like '%_@_%'),
    name text not null default '',
    -- Language of messages, as two letters.
    language text not null default 'en' check (language ~ '^[a-z]{2}$'),
    -- True if the user receives newsletters.
    newsletter boolean not null default false,
    -- True if signing in requires a code that is sent by email.
    email_otp_enabled boolean not null default false,
    -- Null if no password is set. The user then cannot sign in with a password.
    password_hash text,
    created_at timestamptz not null default now(),
    -- Time of the suspension, during which the user's tokens are refused. Null if not suspended.
    suspended_at timestamptz,
    -- Time since which the user has no account, or time of a later sign-in. Null for members and erased users.
    alone_since timestamptz,
    -- Time at which a user without an account is erased, as announced by mail. Null before the mail.
    erases_at timestamptz,
    constraint users_erased_alone check (erases_at is null or alone_since is not null)
  );
  create unique index users_email_key on users (lower(email));
  create index users_alone on users (alone_since) where alone_since is not null;

  create table memberships (
    id integer generated always as identity unique,
    account_id integer not null references accounts,
    user_id integer not null references users,
    -- Role of the member. model/people/roles.ts lists its abilities.
    role text not null check (role in ('owner', 'admin', 'billing', 'technical', 'read-only')),
    created_at timestamptz not null default now(),
    primary key (account_id, user_id)
  );
  create index memberships_user on memberships (user_id);
  create unique index memberships_one_owner on memberships (account_id) where role = 'owner';

  create table access_tokens (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- User who created the token. The token may do no more than the user's role in the account.
    user_id integer not null references users,
    name text not null,
    -- SHA-256 of the token. The token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- First characters, by which people recognise the token.
    hint text not null,
    abilities text[] not null check (abilities <@ array['read', 'write', 'account'] and abilities && array['read', 'write']),
    -- Spending limit of the token in cents per calendar month (UTC), VAT included. Null if only the account's limit applies. No token can
    -- change it.
    monthly_cap bigint check (monthly_cap >= 0),
    -- Networks from which the token works, in CIDR form. Empty for all networks.
    allowed_networks text[] not null default '{}',
    -- Servers that the token is restricted to. Empty for everything of its account.
    server_ids integer[] not null default '{}',
    -- Time of creation or of the last rotation.
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    -- Address of the last use.
    last_used_from inet,
    -- SHA-256 of the secret before the last rotation, which works until previous_until.
    previous_hash bytea unique check (length(previous_hash) = 32),
    previous_until timestamptz,
    constraint access_tokens_overlap check ((previous_hash is null) = (previous_until is null))
  );
  create index access_tokens_account on access_tokens (account_id, id);
  create index access_tokens_user on access_tokens (user_id);

  -- Notifies caches of tokens, so that a revoked token ends everywhere at once.
  create function tell_token_revoked() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', new.id::text);
    return null;
  end $$;
  create trigger tell_token_revoked after update of revoked_at on access_tokens
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function tell_token_revoked();

  -- Caches look a token up again after a change of its rights or secret. Connections that it opened end, unless the previous secret still
  -- works.
  create function tell_token_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', case when new.previous_hash = old.token_hash then '~' else '' end || new.id);
    return null;
  end $$;
  create trigger tell_token_changed
    after update of abilities, expires_at, allowed_networks, server_ids, token_hash, previous_hash on access_tokens for each row
    when ((old.abilities, old.expires_at, old.allowed_networks, old.server_ids, old.token_hash, old.previous_hash)
      is distinct from (new.abilities, new.expires_at, new.allowed_networks, new.server_ids, new.token_hash, new.previous_hash))
    execute function tell_token_changed();

  -- The rights of a token change with its account: caches drop the token, and its consoles end.
  create function tell_account_suspended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where account_id = new.id and revoked_at is null;
    return null;
  end $$;
  create trigger tell_account_suspended after update of suspended_at, closes_at on accounts
    for each row when ((old.suspended_at is null, old.closes_at is null) is distinct from (new.suspended_at is null, new.closes_at is null))
    execute function tell_account_suspended();

  -- Prices include the VAT of the account, which is cached with its tokens. \`~7\` makes caches look up token 7 again, \`*\` all tokens.
  create function tell_tax_of_account() returns trigger language plpgsql as $$
  declare
    changed integer := case tg_table_name when 'accounts' then (to_jsonb(new) ->> 'id')::integer
      else (to_jsonb(new) ->> 'account_id')::integer end;
  begin
    perform pg_notify('tokens', '~' || id) from access_tokens where account_id = changed and revoked_at is null;
    return null;
  end $$;
  create trigger tell_tax after update of country_id, company, vat_number on accounts for each row
    when ((old.country_id, old.company, old.vat_number) is distinct from (new.country_id, new.company, new.vat_number))
    execute function tell_tax_of_account();
  create trigger tell_tax after insert or update of verdict, checked_at on vat_checks
    for each row execute function tell_tax_of_account();

  create function tell_tax_of_all() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', '*');
    return null;
  end $$;
  create trigger tell_tax after insert or update or delete on vat_rates for each statement execute function tell_tax_of_all();

  -- A user who leaves an account loses the tokens for it permanently.
  create function revoke_tokens_of_member() returns trigger language plpgsql as $$
  begin
    update access_tokens set revoked_at = now()
    where account_id = old.account_id and user_id = old.user_id and revoked_at is null;
    return null;
  end $$;
  create trigger revoke_tokens_of_member after delete on memberships
    for each row execute function revoke_tokens_of_member();

  -- The rights of a token change with its user's role, so caches look the token up again.
  create function tell_role_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', id::text) from access_tokens
    where account_id = new.account_id and user_id = new.user_id and revoked_at is null;
    return null;
  end $$;
  create trigger tell_role_changed after update of role on memberships
    for each row when (old.role <> new.role) execute function tell_role_changed();

  create function tell_user_suspended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where user_id = new.id and revoked_at is null;
    return null;
  end $$;
  create trigger tell_user_suspended after update of suspended_at on users
    for each row when (old.suspended_at is null and new.suspended_at is not null) execute function tell_user_suspended();

  create table ssh_keys (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    name text not null check (name <> ''),
    fingerprint text not null,
    public_key text not null,
    created_at timestamptz not null default now(),
    constraint ssh_keys_once unique (account_id, fingerprint)
  );
  create index ssh_keys_account on ssh_keys (account_id, id);
`;
