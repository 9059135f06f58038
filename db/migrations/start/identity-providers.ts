/** Identity providers by which the members of an account sign in (OpenID Connect). After accounts, users and sign-in. */
export const IDENTITY_PROVIDERS = `
  create table identity_providers (
    id integer generated always as identity primary key,
    account_id integer not null unique references accounts on delete cascade,
    -- Issuer as the provider's tokens name it: https://login.example.com
    issuer text not null check (issuer <> ''),
    client_id text not null check (client_id <> ''),
    -- Sealed with the installation's key, for this account.
    client_secret bytea not null,
    -- Key of the provider for a sign-in without an address. Random, so that nobody can list providers.
    sign_in_key text not null unique check (length(sign_in_key) = 22),
    -- Role of a user who signs in for the first time without an invitation. Null if an invitation is required.
    default_role text check (default_role in ('admin', 'billing', 'technical', 'read-only')),
    -- Values of amr and acr that count as a second factor here. Empty if none does.
    trusted_amr text[] not null default '{}',
    trusted_acr text[] not null default '{}',
    enabled boolean not null default false,
    -- True if members other than the owner can sign in only by this provider.
    required boolean not null default false,
    -- Time of the last attempt to sign in with this issuer and client. Null if never tried.
    tested_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint identity_providers_tested check (tested_at is not null or not enabled),
    constraint identity_providers_required check (enabled or not required)
  );

  -- Domains whose addresses a provider vouches for, once they are proven to belong to the account.
  create table identity_domains (
    id integer generated always as identity primary key,
    provider_id integer not null references identity_providers on delete cascade,
    -- Name in lower case. Subdomains are domains of their own.
    name text not null check (name = lower(name) and name like '%_._%'),
    -- Value that the TXT record must contain.
    token text not null check (length(token) = 32),
    created_at timestamptz not null,
    verified_at timestamptz,
    verified_by text check (verified_by in ('dns', 'operator')),
    constraint identity_domains_verified check ((verified_at is null) = (verified_by is null)),
    constraint identity_domains_once unique (provider_id, name)
  );
  -- A verified domain belongs to one account.
  create unique index identity_domains_one_account on identity_domains (name) where verified_at is not null;

  -- Identity of a user at a provider. It is kept when the user leaves the account, so that removed users cannot come back uninvited.
  create table user_identities (
    id integer generated always as identity primary key,
    provider_id integer not null references identity_providers on delete cascade,
    user_id integer not null references users on delete cascade,
    -- The provider's identifier of the user, which it never gives to another user.
    subject text not null check (length(subject) between 1 and 255),
    -- Email address as the provider last reported it.
    email text not null,
    -- True if the user linked the identity while signed in here, which the owner of an account must do.
    linked_by_user boolean not null default false,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    constraint user_identities_subject unique (provider_id, subject),
    constraint user_identities_user unique (provider_id, user_id)
  );
  create index user_identities_of_user on user_identities (user_id);

  -- Browsers that were sent to a provider. Each comes back once, within minutes, for the purpose that it was sent for.
  create table sign_on_requests (
    id integer generated always as identity primary key,
    provider_id integer not null references identity_providers on delete cascade,
    purpose text not null check (purpose in ('sign_in', 'confirm', 'test')),
    -- SHA-256 of the state in the URL, and of the secret in the browser's cookie. Nonce and code verifier are derived from that secret.
    state_hash bytea not null unique check (length(state_hash) = 32),
    browser_hash bytea not null check (length(browser_hash) = 32),
    -- Session that confirms or tests. Null if nobody is signed in yet.
    session_id integer references sessions on delete cascade,
    -- True if the user gave a code of the authenticator app at the beginning.
    second_factor boolean not null default false,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Time at which the browser came back, whatever the result.
    done_at timestamptz,
    constraint sign_on_requests_session check ((session_id is null) = (purpose = 'sign_in'))
  );
  create index sign_on_requests_expiry on sign_on_requests (expires_at);
  create index sign_on_requests_session_of on sign_on_requests (session_id);
  create index sign_on_requests_provider on sign_on_requests (provider_id);

  -- A session that a provider opened is valid only for the provider's account, and ends with the provider.
  alter table sessions add column identity_provider_id integer references identity_providers on delete cascade;
  create index sessions_identity_provider on sessions (identity_provider_id) where identity_provider_id is not null;
  alter table sign_in_challenges add column identity_provider_id integer references identity_providers on delete cascade;
  -- Time at which the user gave the credentials to the provider, as in the session. Null for a sign-in by password, whose completion
  -- counts.
  alter table sign_in_challenges add column authenticated_at timestamptz;
  create index sign_in_challenges_identity_provider on sign_in_challenges (identity_provider_id) where identity_provider_id is not null;

  create function end_sessions_of_provider() returns trigger language plpgsql as $$
  begin
    update sessions set ended_at = now() where identity_provider_id = old.id and ended_at is null;
    update sign_in_challenges set done_at = now() where identity_provider_id = old.id and done_at is null;
    return case tg_op when 'DELETE' then old else new end;
  end $$;
  create trigger end_sessions_of_provider before delete on identity_providers for each row execute function end_sessions_of_provider();
  create trigger end_sessions_of_disabled_provider after update of enabled on identity_providers
    for each row when (old.enabled and not new.enabled) execute function end_sessions_of_provider();

  -- Once the provider is required, sessions that it has not opened lose their rights.
  create function tell_provider_required() returns trigger language plpgsql as $$
  begin
    perform pg_notify('tokens', 's' || id) from sessions where account_id = new.account_id and ended_at is null;
    return null;
  end $$;
  create trigger tell_provider_required after update of required on identity_providers
    for each row when (new.required and not old.required) execute function tell_provider_required();
`;
