/** The identity provider of the host (OpenID Connect), by which the staff can sign in besides passwords. After staff. */
export const STAFF_IDENTITY_PROVIDER = `
  -- One row, or none.
  create table staff_identity_provider (
    only_one boolean primary key default true check (only_one),
    -- Issuer as the provider's tokens name it.
    issuer text not null check (issuer <> ''),
    client_id text not null check (client_id <> ''),
    -- Sealed with the installation's key.
    client_secret bytea not null,
    -- Page of the host that the provider redirects browsers to.
    redirect_url text not null check (redirect_url <> ''),
    -- Values of amr and acr that prove a second factor. A sign-in without any of them is refused.
    trusted_amr text[] not null default '{}',
    trusted_acr text[] not null default '{}',
    -- Claim that names groups. Null if everybody who signs in was invited.
    groups_claim text check (groups_claim <> ''),
    updated_at timestamptz not null,
    constraint staff_identity_provider_trusted check (cardinality(trusted_amr) + cardinality(trusted_acr) > 0)
  );

  -- Groups whose members belong to the staff, with their role. The alphabetically first of several groups decides.
  create table staff_identity_groups (
    name text primary key check (name <> ''),
    role text not null check (role in ('support', 'billing', 'technical', 'owner'))
  );

  -- Identity of a member of the staff at the provider.
  create table staff_identities (
    staff_id integer primary key references staff,
    issuer text not null,
    subject text not null check (length(subject) between 1 and 255),
    -- True if a group admitted the person. The group then sets the role at each sign-in.
    by_group boolean not null default false,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    constraint staff_identities_subject unique (issuer, subject)
  );

  -- Browsers that were sent to the provider. Each comes back once, within minutes, for the purpose that it was sent for.
  create table staff_sign_on_requests (
    id integer generated always as identity primary key,
    purpose text not null check (purpose in ('sign_in', 'link', 'confirm')),
    -- SHA-256 of the state in the URL, and of the secret in the browser's cookie.
    state_hash bytea not null unique check (length(state_hash) = 32),
    browser_hash bytea not null check (length(browser_hash) = 32),
    -- SHA-256 of the secret of the invitation that links a person.
    invitation_hash bytea check (length(invitation_hash) = 32),
    -- Session that confirms.
    staff_token_id integer references staff_tokens on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- Time at which the browser came back, whatever the result.
    done_at timestamptz,
    constraint staff_sign_on_requests_bound check (
      (invitation_hash is not null) = (purpose = 'link') and (staff_token_id is not null) = (purpose = 'confirm')
    )
  );
  create index staff_sign_on_requests_expiry on staff_sign_on_requests (expires_at);

  -- True if the identity provider opened the session, which ends with the provider.
  alter table staff_tokens add column by_provider boolean not null default false;
`;
