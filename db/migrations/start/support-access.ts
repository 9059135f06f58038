/** Access of the staff to accounts: the consents of their people, and the accesses with or without a consent. */
export const SUPPORT_ACCESS = `
  create table support_grants (
    id integer generated always as identity primary key,
    account_id integer not null references accounts on delete cascade,
    -- Permission of support. Write includes read.
    scope text not null check (scope in ('read', 'write')),
    -- Ticket that the consent concerns. Null for no particular ticket.
    ticket_id integer references tickets on delete set null,
    -- Member who consented. Null if the user is gone.
    granted_by integer references users on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Time at which the account ended the consent early. Null if it did not.
    ended_at timestamptz,
    constraint support_grants_bounded check (expires_at > created_at and expires_at <= created_at + interval '168 hours')
  );
  create index support_grants_account on support_grants (account_id, id);
  create index support_grants_expiry on support_grants (expires_at);

  create table support_accesses (
    id integer generated always as identity primary key,
    account_id integer not null references accounts on delete cascade,
    -- Member of the staff who acts.
    staff_id integer not null references staff,
    -- Consent that the access uses. Null for an access without consent, which has a reason.
    grant_id integer references support_grants on delete cascade,
    -- Reason for an access without consent, which the account reads.
    reason text check (length(reason) between 10 and 500),
    scope text not null check (scope in ('read', 'write')),
    -- Token of the staff that opened the access. The access ends with it. Null if opened at the host.
    staff_token_id integer references staff_tokens on delete cascade,
    -- Networks from which the access works, as for that token, in CIDR form. Empty for all networks.
    allowed_networks text[] not null default '{}',
    -- SHA-256 of the token. The token itself is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- First characters, by which people recognise the token.
    hint text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Time of an early end. Null if there was none.
    ended_at timestamptz,
    last_used_at timestamptz,
    -- Address of the last use.
    last_used_from inet,
    constraint support_accesses_why check ((grant_id is null) = (reason is not null)),
    constraint support_accesses_bounded check (expires_at > created_at and expires_at <= created_at + interval '1 hour')
  );
  create index support_accesses_account on support_accesses (account_id, id);
  create index support_accesses_staff on support_accesses (staff_id, id);
  create index support_accesses_grant on support_accesses (grant_id);
  create index support_accesses_expiry on support_accesses (expires_at);
`;
