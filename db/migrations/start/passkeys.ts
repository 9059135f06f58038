/** Passkeys of users, and the challenges that they answer. */
export const PASSKEYS = `
  -- Each signs its user in, alone or after the password.
  create table user_passkeys (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    -- What its user calls it.
    name text not null check (name <> ''),
    -- By which its authenticator finds it: random, and chosen there.
    credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
    -- As COSE has it.
    public_key bytea not null,
    -- Of the latest answer; 0: its authenticator does not count.
    sign_count bigint not null default 0 check (sign_count >= 0),
    -- How browsers reach its authenticator: internal, usb, hybrid.
    transports text[] not null default '{}',
    -- Whether it is on several devices of its user.
    synced boolean not null default false,
    created_at timestamptz not null,
    last_used_at timestamptz,
    last_used_from inet,
    -- When an answer came whose counter was not ahead, so that there may be a copy; it was refused. Null: never.
    counter_regressed_at timestamptz
  );
  create index user_passkeys_user on user_passkeys (user_id, id);

  -- What an authenticator is asked to sign: each is answered once, within minutes, for what it was made for.
  create table passkey_challenges (
    id integer generated always as identity primary key,
    -- sha256 of the challenge.
    challenge_hash bytea not null unique check (length(challenge_hash) = 32),
    purpose text not null check (purpose in ('register', 'sign_in', 'second_factor', 'confirm')),
    -- Whose passkey is asked for; null: whoever's.
    user_id integer references users on delete cascade,
    -- The session that asked, or the signing in of which it is the second factor.
    session_id integer references sessions on delete cascade,
    sign_in_challenge_id integer references sign_in_challenges on delete cascade,
    -- From where it was asked for.
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
