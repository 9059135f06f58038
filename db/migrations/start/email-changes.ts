/**
 * Changes of a user's email address. The link to the new address proves that the user owns it. The link to the old address proves that the
 * user agrees. The staff can request a change if the old mailbox is lost. Such a change takes effect after some days without the old
 * address.
 */
export const EMAIL_CHANGES = `
  create table email_changes (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    email text not null check (email like '%_@_%'),
    -- Previous address, which received the other link.
    old_email text not null check (old_email <> ''),
    -- Session that requested the change. It stays signed in.
    session_id integer references sessions on delete set null,
    created_at timestamptz not null,
    -- SHA-256 of the secrets in the two mails, their expiry, and the times of their use.
    new_hash bytea not null unique check (length(new_hash) = 32),
    old_hash bytea not null unique check (length(old_hash) = 32),
    expires_at timestamptz not null,
    new_confirmed_at timestamptz,
    old_confirmed_at timestamptz,
    -- Result: the address was changed, somebody stopped the change, or another change replaced it. Null while it waits.
    outcome text check (outcome in ('changed', 'stopped', 'replaced')),
    -- Person of the host who requested the change, and time from which the new address counts without the old address's link. Null if the
    -- user requested it.
    requested_by text check (requested_by <> ''),
    counts_from timestamptz,
    constraint email_changes_changed check (
      outcome is distinct from 'changed' or new_confirmed_at is not null and (old_confirmed_at is not null or counts_from is not null)
    ),
    constraint email_changes_requested check ((requested_by is null) = (counts_from is null)),
    constraint email_changes_counts check (counts_from > created_at and counts_from < expires_at)
  );
  create unique index email_changes_open on email_changes (user_id) where outcome is null;
  create index email_changes_user on email_changes (user_id, created_at);
  create index email_changes_session on email_changes (session_id);
  create index email_changes_counting on email_changes (counts_from) where outcome is null and new_confirmed_at is not null;
  create index email_changes_age on email_changes (created_at);
`;
