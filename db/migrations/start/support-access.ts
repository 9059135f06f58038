/** By what somebody of the staff may act inside an account: the consents of its people, and the accesses that are opened by them, or without one. */
export const SUPPORT_ACCESS = `
  create table support_grants (
    id integer generated always as identity primary key,
    account_id integer not null references accounts on delete cascade,
    -- What support may do: write covers read.
    scope text not null check (scope in ('read', 'write')),
    -- What it is about; null: nothing in particular.
    ticket_id integer references tickets on delete set null,
    -- The member who consents; null: a user who is gone.
    granted_by integer references users on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When the account ended it before that.
    ended_at timestamptz,
    constraint support_grants_bounded check (expires_at > created_at and expires_at <= created_at + interval '168 hours')
  );
  create index support_grants_account on support_grants (account_id, id);
  create index support_grants_expiry on support_grants (expires_at);

  create table support_accesses (
    id integer generated always as identity primary key,
    account_id integer not null references accounts on delete cascade,
    -- Who acts.
    staff_id integer not null references staff,
    -- By which consent; null: without one, for a reason.
    grant_id integer references support_grants on delete cascade,
    -- Why, which the account reads.
    reason text check (length(reason) between 10 and 500),
    scope text not null check (scope in ('read', 'write')),
    -- The token of the staff that opened it, with which it ends; null: it was opened at the host.
    staff_token_id integer references staff_tokens on delete cascade,
    -- From where it works, as that token, in CIDR form; empty: from everywhere.
    allowed_networks text[] not null default '{}',
    -- sha256 of the token; the token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- The first characters, to recognise it by.
    hint text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When it was ended before that.
    ended_at timestamptz,
    last_used_at timestamptz,
    -- The address that it was last used from.
    last_used_from inet,
    constraint support_accesses_why check ((grant_id is null) = (reason is not null)),
    constraint support_accesses_bounded check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
  );
  create index support_accesses_account on support_accesses (account_id, id);
  create index support_accesses_staff on support_accesses (staff_id, id);
  create index support_accesses_grant on support_accesses (grant_id);
  create index support_accesses_expiry on support_accesses (expires_at);
`;
