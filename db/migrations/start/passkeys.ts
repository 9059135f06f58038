/** Passkeys of users, and the challenges that they answer. */
export const PASSKEYS = `
  -- Passkeys, each of which signs its user in, alone or after the password.
  create table user_passkeys (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    -- Name that the user gave.
    name text not null check (name <> ''),
    -- Identifier that the authenticator chose at random, and by which it finds the passkey.
    credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
    -- Public key in COSE format.
    public_key bytea not null,
    -- Counter of the latest answer. 0 if the authenticator does not count.
    sign_count bigint not null default 0 check (sign_count >= 0),
    -- Ways in which browsers reach the authenticator: internal, usb, hybrid.
    transports text[] not null default '{}',
    -- True if the passkey is on several devices of its user.
    synced boolean not null default false,
    created_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from inet,
    -- Time of a refused answer whose counter was not ahead, so that a copy may exist. Null if never.
    counter_regressed_at timestamptz
  );
  create index user_passkeys_user on user_passkeys (user_id, id);

  -- Challenges for an authenticator to sign. Each is answered once, within minutes, and only for its purpose.
  create table passkey_challenges (
    id integer generated always as identity primary key,
    -- SHA-256 of the challenge.
    challenge_hash bytea not null unique check (length(challenge_hash) = 32),
    purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'confirm')),
    -- User whose passkey is requested. Null for any user.
    user_id integer references users on delete cascade,
    -- Session that requested the challenge. A second factor has sign_in_challenge_id instead.
    session_id integer references sessions on delete cascade,
    sign_in_challenge_id integer references sign_in_challenges on delete cascade,
    -- Network that requested the challenge.
    network text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint passkey_challenges_bound check (
      (user_id is null) = (purpose = 'sign_in')
      and (session_id is not null) = (purpose in ('register', 'confirm'))
      and (sign_in_challenge_id is not null) = (purpose = 'second_factor')
    )
  );
  create index passkey_challenges_network on passkey_challenges (network, id);
  create index passkey_challenges_user on passkey_challenges (user_id, id);
  create index passkey_challenges_session on passkey_challenges (session_id);
  create index passkey_challenges_sign_in on passkey_challenges (sign_in_challenge_id);
  create index passkey_challenges_expiry on passkey_challenges (expires_at);
`;
