/** The host's own people, who are no users of accounts, and the tokens that they work with. */
export const STAFF = `
  -- Rows stay, since audit lines name them: who leaves is disabled.
  create table staff (
    id integer generated always as identity primary key,
    email text not null check (email <> ''),
    name text not null check (name <> ''),
    -- What each may do stands at the operator's operations (contract/operator).
    role text not null check (role in ('support', 'billing', 'technical', 'owner')),
    -- From then on none of the person's tokens works.
    disabled_at timestamptz,
    created_at timestamptz not null default now()
  );
  create unique index staff_email on staff (lower(email));

  create table staff_tokens (
    id integer generated always as identity primary key,
    staff_id integer not null references staff,
    name text not null,
    -- sha256 of the token; the token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- The first characters, to recognise it by.
    hint text not null,
    -- From where it works, in CIDR form; empty: from everywhere.
    allowed_networks text[] not null default '{}',
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    -- The address that it was last used from.
    last_used_from inet
  );
  create index staff_tokens_staff on staff_tokens (staff_id, id);
`;
