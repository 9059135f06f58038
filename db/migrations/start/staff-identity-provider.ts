/** By what the staff signs in besides passwords: one identity provider of the host (OpenID Connect). After staff. */
export const STAFF_IDENTITY_PROVIDER = `
  -- One row, or none.
  create table staff_identity_provider (
    only_one boolean primary key default true check (only_one),
    -- As its tokens name it.
    issuer text not null check (issuer <> ''),
    client_id text not null check (client_id <> ''),
    -- Sealed with the installation's key.
    client_secret bytea not null,
    -- Where it sends browsers back to: a page of the host.
    redirect_url text not null check (redirect_url <> ''),
    -- What it says of a sign-in (amr, acr) that proves a second factor: without one of these nobody is signed in.
    trusted_amr text[] not null default '{}',
    trusted_acr text[] not null default '{}',
    -- The claim that names groups; null: whoever signs in was invited.
    groups_claim text check (groups_claim <> ''),
    updated_at timestamptz not null,
    constraint staff_identity_provider_trusted check (cardinality(trusted_amr) + cardinality(trusted_acr) > 0)
  );

  -- Whoever is in one of these groups is of the staff, with this role; of several, the first in the alphabet of names.
  create table staff_identity_groups (
    name text primary key check (name <> ''),
    role text not null check (role in ('support', 'billing', 'technical', 'owner'))
  );

  -- Who a person is at that provider.
  create table staff_identities (
    staff_id integer primary key references staff,
    issuer text not null,
    subject text not null check (length(subject) between 1 and 255),
    -- Came by a group, which decides over the role at each sign-in.
    by_group boolean not null default false,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    constraint staff_identities_subject unique (issuer, subject)
  );

  -- Browsers that were sent there: each comes back once, within minutes, for what it was sent.
  create table staff_sign_on_requests (
    id integer generated always as identity primary key,
    purpose text not null check (purpose in ('sign_in', 'link', 'confirm')),
    -- sha256 of the state in the URL, and of the secret in the browser's cookie.
    state_hash bytea not null unique check (length(state_hash) = 32),
    browser_hash bytea not null check (length(browser_hash) = 32),
    -- sha256 of the secret of the invitation by which a person is linked.
    invitation_hash bytea check (length(invitation_hash) = 32),
    -- The session that confirms.
    staff_token_id integer references staff_tokens on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- When the browser came back, whatever came of it.
    done_at timestamptz,
    constraint staff_sign_on_requests_bound check (
      (invitation_hash is not null) = (purpose = 'link') and (staff_token_id is not null) = (purpose = 'confirm')
    )
  );
  create index staff_sign_on_requests_expiry on staff_sign_on_requests (expires_at);

  -- Opened by the identity provider, with which it ends.
  alter table staff_tokens add column by_provider boolean not null default false;
`;
