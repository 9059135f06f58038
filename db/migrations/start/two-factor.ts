/** Second factors of users, besides their password. */
export const TWO_FACTOR = `
  -- Authenticator apps of users. A sign-in of a user with a row needs a code, unless the app is unproven.
  create table user_totp (
    user_id integer primary key references users on delete cascade,
    -- Secret of the app, sealed with the installation's key for this user (model/installation/sealing.ts).
    secret bytea not null check (length(secret) > 29),
    -- Latest step of 30 seconds whose code was accepted. Neither this code nor an earlier one is accepted again.
    last_step bigint not null,
    enabled_at timestamptz not null
  );

  -- Recovery codes for a lost app, each accepted once.
  create table recovery_codes (
    user_id integer not null references user_totp on delete cascade,
    -- HMAC of the code under the installation's key.
    code_hash bytea not null check (length(code_hash) = 32),
    created_at timestamptz not null,
    -- Time of use. Null if unused.
    used_at timestamptz,
    primary key (user_id, code_hash)
  );
`;
