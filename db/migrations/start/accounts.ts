/** Who deals with us: countries with their VAT, accounts, their access tokens and SSH keys. */
export const ACCOUNTS = `
  create table countries (
    id integer generated always as identity primary key,
    code text not null unique check (code ~ '^[A-Z]{2}$'),
    name text not null,
    tax_rate_bp integer not null check (tax_rate_bp between 0 and 10000)
  );

  create table accounts (
    id integer generated always as identity primary key,
    email text not null check (email like '%_@_%'),
    name text not null default '',
    country_id integer not null references countries,
    created_at timestamptz not null default now(),
    -- Since when its tokens may only read; null: they may do what they are for.
    suspended_at timestamptz,
    -- For operators.
    suspend_reason text check (suspend_reason <> ''),
    constraint accounts_suspension_says_why check ((suspended_at is null) = (suspend_reason is null))
  );
  create unique index accounts_email_key on accounts (lower(email));

  create table access_tokens (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    name text not null,
    -- sha256 of the token; the token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- The first characters, so that people can tell their tokens apart.
    hint text not null,
    abilities text[] not null check (abilities <@ array['read', 'write'] and cardinality(abilities) > 0),
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz
  );
  create index access_tokens_account on access_tokens (account_id, id);

  -- Whoever caches tokens listens, so that a revoked one ends at once everywhere.
  create function tell_token_revoked() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', new.id::text);
    return null;
  end $$;
  create trigger tell_token_revoked after update of revoked_at on access_tokens
    for each row when (old.revoked_at is null and new.revoked_at is not null)
    execute function tell_token_revoked();

  -- What a token may do changes with its account: caches drop it, and consoles end.
  create function tell_account_suspended() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', id::text) from access_tokens where account_id = new.id and revoked_at is null;
    return null;
  end $$;
  create trigger tell_account_suspended after update of suspended_at on accounts
    for each row when ((old.suspended_at is null) <> (new.suspended_at is null))
    execute function tell_account_suspended();

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
