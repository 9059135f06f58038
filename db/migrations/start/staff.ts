/** The host's own people, who are no users of accounts, how they sign in, and the tokens that their programs have. */
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
    -- The person of the staff who made the token. Null: somebody at the host, or a session.
    made_by integer references staff,
    -- A program's token, or a browser that is signed in: its secret is in a cookie.
    kind text not null default 'token' check (kind in ('token', 'session')),
    name text not null,
    -- sha256 of the token or of the secret, which is shown once and never stored.
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
    last_used_from inet,
    -- Of a session: when the person has last proven who it is.
    authenticated_at timestamptz,
    -- Of a session: from where the person has signed in, as tries are counted (domain/sign-in/place.ts).
    place text,
    constraint staff_tokens_session check (
      (kind = 'session') = (authenticated_at is not null) and (kind = 'token' or (last_used_at is not null and place is not null))
    )
  );

  -- How people sign in: both factors, or none of them.
  create table staff_credentials (
    staff_id integer primary key references staff,
    -- argon2id.
    password_hash text not null,
    -- Of the authenticator app: sealed with the installation's key (model/sealing.ts), for this person.
    totp_secret bytea not null check (length(totp_secret) > 29),
    -- The latest step of 30 seconds whose code was taken: neither it nor one before it is taken again.
    last_step bigint not null,
    created_at timestamptz not null
  );

  -- Codes for when the app is lost, each taken once.
  create table staff_recovery_codes (
    staff_id integer not null references staff_credentials on delete cascade,
    -- HMAC of the code under the installation's key.
    code_hash bytea not null check (length(code_hash) = 32),
    -- Null: not yet.
    used_at timestamptz,
    primary key (staff_id, code_hash)
  );

  -- Who is to set up the own sign-in: one at a time of a person, gone when it was used.
  create table staff_invitations (
    staff_id integer primary key references staff,
    -- sha256 of the secret, which the operator hands over.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- What the first step has chosen, until a code proves that the app has it.
    password_hash text,
    totp_secret bytea,
    constraint staff_invitations_step check ((password_hash is null) = (totp_secret is null))
  );

  -- What the staff notes of an account, which it never sees.
  create table account_notes (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- The name of one of the staff, or of a user of the host.
    written_by text not null,
    text text not null check (text <> ''),
    created_at timestamptz not null
  );
  create index account_notes_account on account_notes (account_id, id);

  -- Stored replies for repeated requests of the staff.
  create table staff_idempotency_keys (
    staff_id integer not null references staff,
    key text not null check (key <> ''),
    -- sha256 over method, path and body.
    fingerprint bytea not null check (length(fingerprint) = 32),
    status integer not null check (status between 0 and 599),
    headers jsonb not null default '{}',
    body text,
    created_at timestamptz not null default now(),
    primary key (staff_id, key)
  );
  -- What one of the staff may not do alone: kept until another decides.
  create table staff_approvals (
    id integer generated always as identity primary key,
    operation text not null check (operation in ('assignBank', 'confirmPayment', 'fundAccount', 'refundPayment', 'setService')),
    -- As its entry has checked it.
    input jsonb not null,
    -- Of time that is given: what it would have cost.
    amount bigint not null check (amount > 0),
    account_id integer not null references accounts,
    requested_by integer not null references staff,
    requested_at timestamptz not null,
    expires_at timestamptz not null,
    outcome text check (outcome in ('approved', 'refused')),
    -- Null also for somebody at the host, who has but a name.
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
