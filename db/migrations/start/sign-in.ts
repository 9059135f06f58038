/** Sign-in of users: their sessions, the steps between a password and a session, and the networks of earlier sign-ins. */
export const SIGN_IN = `
  create table sessions (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    -- Account that the session acts in, one at a time. The user is a member of it.
    account_id integer not null references accounts,
    -- SHA-256 of the secret in the cookie.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    -- SHA-256 of the secret before the last rotation, for requests that were in flight.
    previous_hash bytea unique check (length(previous_hash) = 32),
    -- Time until which the previous secret works. Null until the new secret is used, since the reply that contains it may have been lost.
    previous_until timestamptz,
    created_at timestamptz not null,
    -- Time at which the secret was created.
    rotated_at timestamptz not null,
    -- Time at which the user last proved their identity, by password and second factor.
    authenticated_at timestamptz not null,
    last_used_at timestamptz not null,
    last_used_from inet,
    -- User agent of the browser.
    user_agent text not null default '',
    -- Time at which the session ends, even if it is in use.
    expires_at timestamptz not null,
    -- Time of an earlier end. Null if there was none.
    ended_at timestamptz,
    constraint sessions_overlap check (previous_hash is not null or previous_until is null)
  );
  create index sessions_user on sessions (user_id, id);
  create index sessions_account on sessions (account_id);
  create index sessions_expiry on sessions (expires_at);

  -- Links by which the owner of the demo account signs in for the first time. Only the command line creates them. A used link is deleted.
  create table sign_in_links (
    -- A new link ends the user's previous one.
    user_id integer primary key references users on delete cascade,
    -- SHA-256 of the secret.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    expires_at timestamptz not null
  );

  -- Users who gave the right password and must still give a second factor.
  create table sign_in_challenges (
    id integer generated always as identity primary key,
    -- SHA-256 of the secret that continues the sign-in.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    user_id integer not null references users on delete cascade,
    -- HMAC of the code that was sent by email. Null if a code of the authenticator app is requested.
    email_code_hash bytea check (length(email_code_hash) = 32),
    -- Number of wrong codes.
    tries integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Time from which no code is accepted. Null if one can be given.
    done_at timestamptz
  );
  create index sign_in_challenges_user on sign_in_challenges (user_id, created_at);
  create index sign_in_challenges_expiry on sign_in_challenges (expires_at);

  -- Links that set a new password. A request stores only the address, whether or not a user has it. A job looks the address up and sends
  -- the link.
  create table password_resets (
    id integer generated always as identity primary key,
    -- Requested address in lower case.
    email text not null check (email like '%_@_%'),
    -- IP address of the request. Null if unknown.
    asked_from inet,
    created_at timestamptz not null,
    -- User whose password the link sets, with the SHA-256 of its secret and its expiry. Null until the job has run.
    user_id integer references users on delete cascade,
    secret_hash bytea unique check (length(secret_hash) = 32),
    expires_at timestamptz,
    -- Time of use, or time at which a newer link or another password replaced the link. Null if the link works.
    ended_at timestamptz,
    constraint password_resets_sent check ((user_id is null) = (secret_hash is null) and (secret_hash is null) = (expires_at is null))
  );
  create unique index password_resets_waiting on password_resets (email) where secret_hash is null;
  create index password_resets_user on password_resets (user_id, created_at);
  create index password_resets_age on password_resets (created_at);

  -- Networks from which users have signed in. A sign-in from there is not new to the user. A flood of wrong passwords from elsewhere cannot
  -- lock the user out there.
  create table sign_in_places (
    user_id integer not null references users on delete cascade,
    -- An IPv4 address, or an IPv6 prefix of 64 bits.
    network text not null check (network <> ''),
    last_used_at timestamptz not null,
    primary key (user_id, network)
  );
  create index sign_in_places_age on sign_in_places (last_used_at);

  -- Caches of tokens also hold sessions. \`s7\` has ended or lost rights, \`~s7\` is looked up again.
  create function tell_session_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', case when new.ended_at is null and new.account_id = old.account_id then '~s' else 's' end || new.id);
    return null;
  end $$;
  create trigger tell_session_changed after update of ended_at, account_id, secret_hash, authenticated_at on sessions for each row
    when ((old.ended_at, old.account_id, old.secret_hash, old.authenticated_at)
      is distinct from (new.ended_at, new.account_id, new.secret_hash, new.authenticated_at))
    execute function tell_session_changed();

  create function tell_sessions_of_account() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', 's' || id) from sessions where account_id = new.id and ended_at is null;
    return null;
  end $$;
  create trigger tell_sessions_suspended after update of suspended_at, closes_at on accounts
    for each row when ((old.suspended_at is null, old.closes_at is null) is distinct from (new.suspended_at is null, new.closes_at is null))
    execute function tell_sessions_of_account();

  create function tell_tax_of_sessions() returns trigger language plpgsql as $$
  declare
    changed integer := case tg_table_name when 'accounts' then (to_jsonb(new) ->> 'id')::integer
      else (to_jsonb(new) ->> 'account_id')::integer end;
  begin
    perform pg_notify('tokens', '~s' || id) from sessions where account_id = changed and ended_at is null;
    return null;
  end $$;
  create trigger tell_tax_of_sessions after update of country_id, company, vat_number on accounts for each row
    when ((old.country_id, old.company, old.vat_number) is distinct from (new.country_id, new.company, new.vat_number))
    execute function tell_tax_of_sessions();
  create trigger tell_tax_of_sessions after insert or update of verdict, checked_at on vat_checks
    for each row execute function tell_tax_of_sessions();

  -- A user who leaves an account is signed out of it.
  create function end_sessions_of_member() returns trigger language plpgsql as $$
  begin
    update sessions set ended_at = now() where account_id = old.account_id and user_id = old.user_id and ended_at is null;
    return null;
  end $$;
  create trigger end_sessions_of_member after delete on memberships for each row execute function end_sessions_of_member();

  create function tell_sessions_of_member() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', 's' || id) from sessions
    where account_id = new.account_id and user_id = new.user_id and ended_at is null;
    return null;
  end $$;
  create trigger tell_sessions_of_member after update of role on memberships
    for each row when (old.role <> new.role) execute function tell_sessions_of_member();

  create function end_sessions_of_user() returns trigger language plpgsql as $$
  begin
    update sessions set ended_at = now() where user_id = new.id and ended_at is null;
    return null;
  end $$;
  create trigger end_sessions_of_user after update of suspended_at on users
    for each row when (old.suspended_at is null and new.suspended_at is not null) execute function end_sessions_of_user();
`;
