/** Stored replies for repeated requests, and tickets for consoles. */
export const ACCESS = `
  create table idempotency_keys (
    account_id integer not null references accounts,
    key text not null check (key <> ''),
    -- SHA-256 of method, path and body.
    fingerprint bytea not null check (length(fingerprint) = 32),
    status integer not null check (status between 0 and 599),
    headers jsonb not null default '{}',
    body text,
    created_at timestamptz not null default now(),
    primary key (account_id, key)
  );
  create index idempotency_keys_age on idempotency_keys (created_at);

  -- Single-use addresses that open a console.
  create table console_tickets (
    -- SHA-256 of the secret in the address.
    secret_hash bytea primary key check (length(secret_hash) = 32),
    account_id integer not null references accounts,
    -- Token or session that requested the ticket.
    token_id integer references access_tokens,
    session_id integer references sessions on delete cascade,
    server_id integer not null references server_details,
    expires_at timestamptz not null,
    -- Time until which the secret can be exchanged for a new ticket.
    renewable_until timestamptz not null,
    constraint console_tickets_asked check ((token_id is null) <> (session_id is null))
  );
  create index console_tickets_expiry on console_tickets (expires_at);
  create index console_tickets_account on console_tickets (account_id);
`;
