/** Invitations to join an account, offers of its ownership, and the rule that it always has an owner. */
export const MEMBERS = `
  create table invitations (
    id integer generated always as identity primary key,
    account_id integer not null references accounts on delete cascade,
    -- Address of the user who may accept the invitation, now or after a sign-up.
    email text not null check (email ~ '^[^[:space:][:cntrl:]<>]+@[^[:space:][:cntrl:]<>]+$'),
    role text not null check (role in ('admin', 'billing', 'technical', 'read-only')),
    invited_by integer references users on delete set null,
    -- SHA-256 of the secret in the latest mail. Only that mail contains the secret itself.
    secret_hash bytea not null unique check (length(secret_hash) = 32),
    created_at timestamptz not null,
    sent_at timestamptz not null,
    -- Time until which the account sees that the invitation can be accepted.
    valid_until timestamptz not null,
    -- Time until which the invitation can be accepted. It is later if the mail waits because another account has invited the address.
    -- Nobody sees the difference.
    expires_at timestamptz not null
  );
  -- A waiting mail is given up with its invitation, or with the secret that it contains. Its row stays, and counts in the day of its
  -- account.
  create function give_up_invitation_mail() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
  begin
    update mails set failed_at = now(), error = 'Its invitation was withdrawn, accepted or sent again.', data = data - 'link'
      where once = 'invitation:' || old.id || ':' || encode(old.secret_hash, 'hex') and sent_at is null and failed_at is null;
    return null;
  end $$;
  create trigger invitations_mail after delete or update of secret_hash on invitations for each row execute function give_up_invitation_mail();
  create unique index invitations_once on invitations (account_id, lower(email));
  -- An invited user is not erased before the invitation ends.
  create index invitations_email on invitations (lower(email));
  create index invitations_expiry on invitations (expires_at);

  -- Offer of an owner to a member, who accepts it or not. An account has at most one.
  create table ownership_offers (
    account_id integer primary key,
    user_id integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- The offer ends when the member leaves.
    foreign key (account_id, user_id) references memberships (account_id, user_id) on delete cascade
  );
  create index ownership_offers_expiry on ownership_offers (expires_at);

  -- An account never has more than one owner (memberships_one_owner). At the end of each transaction it has one, unless it is closed.
  create function require_owner() returns trigger language plpgsql as $$
  begin
    if exists (select from accounts where id = old.account_id and closed_at is null)
      and not exists (select from memberships where account_id = old.account_id and role = 'owner') then
      raise exception 'account % has no owner', old.account_id using errcode = '23514', constraint = 'memberships_an_owner';
    end if;
    return null;
  end $$;
  create constraint trigger memberships_an_owner after update of role or delete on memberships deferrable initially deferred
    for each row when (old.role = 'owner') execute function require_owner();
`;
