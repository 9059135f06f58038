/** Customers: countries with their VAT, accounts, the people in them, access tokens and SSH keys. */
export const ACCOUNTS = `
  create table countries (
    id integer generated always as identity primary key,
    code text not null unique check (code ~ '^[A-Z]{2}$'),
    name text not null
  );

  -- VAT rates by country with the moment from which each holds. What was ordered before keeps the one that it was ordered with.
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
    -- Where technical messages go; null: to the owner.
    tech_email text check (tech_email like '%_@_%'),
    -- Whether it buys as a company; what follows is the company's.
    company boolean not null default false,
    company_name text check (company_name <> ''),
    company_address text check (company_address <> ''),
    company_number text check (company_number <> ''),
    -- With the prefix of its country, without blanks: \`ATU12345678\`. It counts as far as it was checked (vat_checks).
    vat_number text check (vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'),
    created_at timestamptz not null default now(),
    -- Since when it is suspended: its tokens may only read. Null: not suspended.
    suspended_at timestamptz,
    -- The reason of the suspension, for operators.
    suspend_reason text check (suspend_reason <> ''),
    -- Since when nothing is charged automatically, since its charges looked odd; an operator ends it (\`account unpark\`). Null: not parked.
    billing_parked_at timestamptz,
    billing_parked_reason text check (billing_parked_reason <> ''),
    -- When its owner asked to close it, and when that happens unless it is undone; until then it may only read. Null together: nobody asks.
    closing_asked_at timestamptz,
    closes_at timestamptz,
    -- Since when it is closed: it has no members any more, and its personal data goes (docs/decisions/account-closing.md). Null: it is not.
    closed_at timestamptz,
    -- When all of that was gone.
    erased_at timestamptz,
    constraint accounts_closing check ((closing_asked_at is null) = (closes_at is null)),
    constraint accounts_closed_in_order check ((closed_at is null or closes_at is not null) and (erased_at is null or closed_at is not null)),
    constraint accounts_parked_says_why check ((billing_parked_at is null) = (billing_parked_reason is null)),
    constraint accounts_suspension_says_why check ((suspended_at is null) = (suspend_reason is null))
  );
  create index accounts_closing on accounts (closes_at) where closes_at is not null and erased_at is null;

  -- What the register of VAT numbers said of an account's number. The latest of a number decides; those before it stay as evidence.
  create table vat_checks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    vat_number text not null check (vat_number <> ''),
    -- \`unknown\`: there was no answer yet.
    verdict text not null check (verdict in ('valid', 'invalid', 'unknown')),
    -- Proof of the question, given to whoever asks with a VAT number of his own.
    consultation_number text,
    -- As registered, where the country tells it.
    name text,
    address text,
    -- Of the verdict.
    checked_at timestamptz,
    -- How often it was asked in vain since the last verdict.
    tries integer not null default 0,
    -- When it is asked again; null: no more, since the account has another number or a later check.
    next_try_at timestamptz,
    -- Why there was no answer.
    error text,
    constraint vat_checks_told check ((verdict = 'unknown') = (checked_at is null))
  );
  create index vat_checks_account on vat_checks (account_id, vat_number, id);
  create unique index vat_checks_next on vat_checks (account_id, vat_number) where next_try_at is not null;
  create index vat_checks_due on vat_checks (next_try_at) where next_try_at is not null;

  -- People who sign in. What they may reach are the accounts of which they are members.
  create table users (
    id integer generated always as identity primary key,
    email text not null check (email like '%_@_%'),
    name text not null default '',
    -- Of messages, two letters.
    language text not null default 'en' check (language ~ '^[a-z]{2}$'),
    -- Whether newsletters are sent to the user.
    newsletter boolean not null default false,
    -- Whether signing in asks for a code that is sent by e-mail.
    email_otp_enabled boolean not null default false,
    -- Null until one is set; then nobody can sign in with a password.
    password_hash text,
    created_at timestamptz not null default now(),
    -- Since when the user is suspended: their tokens are refused. Null: not suspended.
    suspended_at timestamptz,
    -- Of who is a member of no account: since when, or since the last sign-in. Null: a member, or erased.
    alone_since timestamptz,
    -- When such a user is erased, who was told so by mail. Null: not told.
    erases_at timestamptz,
    constraint users_erased_alone check (erases_at is null or alone_since is not null)
  );
  create unique index users_email_key on users (lower(email));
  create index users_alone on users (alone_since) where alone_since is not null;

  create table memberships (
    id integer generated always as identity unique,
    account_id integer not null references accounts,
    user_id integer not null references users,
    -- The role of the member; its abilities are in model/roles.ts.
    role text not null check (role in ('owner', 'admin', 'billing', 'technical', 'read-only')),
    created_at timestamptz not null default now(),
    primary key (account_id, user_id)
  );
  create index memberships_user on memberships (user_id);
  create unique index memberships_one_owner on memberships (account_id) where role = 'owner';

  create table access_tokens (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- The user who created it. It may do no more than the user's role in the account.
    user_id integer not null references users,
    name text not null,
    -- sha256 of the token; the token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- The first characters, to recognise it by.
    hint text not null,
    abilities text[] not null check (abilities <@ array['read', 'write', 'account'] and abilities && array['read', 'write']),
    -- How many cents, VAT included, may be spent with it in a calendar month (UTC); null: as much as its account may. No token changes it.
    monthly_cap bigint check (monthly_cap >= 0),
    -- From where it works, in CIDR form; empty: from everywhere.
    allowed_networks text[] not null default '{}',
    -- Servers that it is for; empty: everything of its account.
    server_ids integer[] not null default '{}',
    -- When it was made, or last rotated.
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    -- The address that it was last used from.
    last_used_from inet,
    -- sha256 of the secret of before the last rotation, which works on for a while.
    previous_hash bytea unique check (length(previous_hash) = 32),
    previous_until timestamptz,
    constraint access_tokens_overlap check ((previous_hash is null) = (previous_until is null))
  );
  create index access_tokens_account on access_tokens (account_id, id);
  create index access_tokens_user on access_tokens (user_id);

  -- Whoever caches tokens listens, so that a revoked one ends at once everywhere.
  create function tell_token_revoked() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', new.id::text);
    return null;
  end $$;
  create trigger tell_token_revoked after update of revoked_at on access_tokens
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function tell_token_revoked();

  -- With what it may do, or its secret, caches look it up again, and what it opened ends, unless the secret of before works on.
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

  -- What a token may do changes with its account: caches drop it, and consoles end.
  create function tell_account_suspended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where account_id = new.id and revoked_at is null;
    return null;
  end $$;
  create trigger tell_account_suspended after update of suspended_at, closes_at on accounts
    for each row when ((old.suspended_at is null, old.closes_at is null) is distinct from (new.suspended_at is null, new.closes_at is null))
    execute function tell_account_suspended();

  -- Prices are shown with the VAT of the account, which is cached with its tokens: \`~7\` has token 7 looked up again, \`*\` all of them.
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

  -- Whoever leaves an account loses the tokens for it, for good.
  create function revoke_tokens_of_member() returns trigger language plpgsql as $$
  begin
    update access_tokens set revoked_at = now()
    where account_id = old.account_id and user_id = old.user_id and revoked_at is null;
    return null;
  end $$;
  create trigger revoke_tokens_of_member after delete on memberships
    for each row execute function revoke_tokens_of_member();

  -- What a token may do changes with its user's role, so caches look it up again.
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
