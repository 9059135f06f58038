/** How users prove, besides their password, that it is they who sign in. */
export const TWO_FACTOR = `
  -- Authenticator apps of users: who has a row is asked for a code.
  create table user_totp (
    user_id integer primary key references users on delete cascade,
    -- Sealed with the installation's key (model/sealing.ts), for this user.
    secret bytea not null check (length(secret) > 29),
    -- The latest step of 30 seconds whose code was taken: neither it nor one before it is taken again.
    last_step bigint not null,
    enabled_at timestamptz not null
  );

  -- Codes for when the app is lost, each taken once.
  create table recovery_codes (
    user_id integer not null references user_totp on delete cascade,
    -- HMAC of the code under the installation's key.
    code_hash bytea not null check (length(code_hash) = 32),
    created_at timestamptz not null,
    -- Null: not yet.
    used_at timestamptz,
    primary key (user_id, code_hash)
  );
`;
