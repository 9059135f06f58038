/** The host's own people, who are not users of accounts, how they sign in, and the tokens of their programs. */
export const STAFF = `
  -- Rows are kept, since audit lines name them. A person who leaves is disabled.
  create table staff (
    id integer generated always as identity primary key,
    email text not null check (email <> ''),
    name text not null check (name <> ''),
    -- Role of the person. The operator's operations list what each role may do (contract/operator).
    role text not null check (role in ('support', 'billing', 'technical', 'owner')),
    -- Time from which the person's tokens are refused. Null if enabled.
    disabled_at timestamptz,
    created_at timestamptz not null default now()
  );
  create unique index staff_email on staff (lower(email));

  create table staff_tokens (
    id integer generated always as identity primary key,
    staff_id integer not null references staff,
    -- Member of the staff who created the token. Null for somebody at the host, or for a session.
    made_by integer references staff,
    -- \`token\` for a program, \`session\` for a signed-in browser with its secret in a cookie.
    kind text not null default 'token' check (kind in ('token', 'session')),
    name text not null,
    -- SHA-256 of the token or of the secret, which is shown once and never stored.
    token_hash bytea not null unique check (length(token_hash) = 32),
    -- First characters, by which people recognise the token.
    hint text not null,
    -- Networks from which the token works, in CIDR form. Empty for all networks.
    allowed_networks text[] not null default '{}',
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    last_used_at timestamptz,
    -- Address of the last use.
    last_used_from inet,
    -- Time at which the person last proved their identity. Null for a program's token.
    authenticated_at timestamptz,
    -- Place of the sign-in, as attempts are counted (domain/sign-in/place.ts). Set for a session.
    place text,
    constraint staff_tokens_session check (
      (kind = 'session') = (authenticated_at is not null) and (kind = 'token' or (last_used_at is not null and place is not null))
    )
  );

  -- Credentials of the staff: both factors, or no row.
  create table staff_credentials (
    staff_id integer primary key references staff,
    -- Hash by argon2id.
    password_hash text not null,
    -- Secret of the authenticator app, sealed with the installation's key for this person (model/installation/sealing.ts).
    totp_secret bytea not null check (length(totp_secret) > 29),
    -- Latest step of 30 seconds whose code was accepted. Neither this code nor an earlier one is accepted again.
    last_step bigint not null,
    created_at timestamptz not null
  );

  -- Recovery codes for a lost app, each accepted once.
  create table staff_recovery_codes (
    staff_id integer not null references staff_credentials on delete cascade,
    -- HMAC of the code under the installation's key.
    code_hash bytea not null check (length(code_hash) = 32),
    -- Time of use. Null if unused.
    used_at timestamptz,
    primary key (staff_id, code_hash)
  );

  -- Invitations to set up the own sign-in, one per person. A used invitation is deleted.
  create table staff_invitations (
    staff_id integer primary key references staff,
    -- SHA-256 of the secret, which the operator hands over.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Password and secret of the first step, until a code proves that the app has the secret.
    password_hash text,
    totp_secret bytea,
    constraint staff_invitations_step check ((password_hash is null) = (totp_secret is null))
  );

  -- Notes of the staff about an account, which the account never sees.
  create table account_notes (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- Name of a member of the staff, or of a user of the host.
    written_by text not null,
    text text not null check (text <> ''),
    created_at timestamptz not null
  );
  create index account_notes_account on account_notes (account_id, id);

  -- Stored replies for repeated requests of the staff.
  create table staff_idempotency_keys (
    staff_id integer not null references staff,
    key text not null check (key <> ''),
    -- SHA-256 of method, path and body.
    fingerprint bytea not null check (length(fingerprint) = 32),
    status integer not null check (status between 0 and 599),
    headers jsonb not null default '{}',
    body text,
    created_at timestamptz not null default now(),
    primary key (staff_id, key)
  );
  -- Operations that a member of the staff may not do alone, kept until another member decides.
  create table staff_approvals (
    id integer generated always as identity primary key,
    operation text not null check (operation in ('assignBank', 'confirmPayment', 'fundAccount', 'refundPayment', 'setService')),
    -- Input as the operation validated it.
    input jsonb not null,
    -- Amount in cents. For time that is given, its price.
    amount bigint not null check (amount > 0),
    account_id integer not null references accounts,
    requested_by integer not null references staff,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    outcome text check (outcome in ('approved', 'refused')),
    -- Member of the staff who decided. Null before that, and for somebody at the host, who has only a name.
    decided_by integer references staff,
    decided_name text,
    decided_at timestamptz,
    reason text,
    constraint staff_approvals_decided check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_name is null)),
    constraint staff_approvals_four_eyes check (outcome <> 'approved' or decided_by <> requested_by)
  );
  create index staff_approvals_waiting on staff_approvals (id) where outcome is null;
  create index staff_approvals_account on staff_approvals (account_id);
  create index staff_tokens_staff on staff_tokens (staff_id, id);
`;
