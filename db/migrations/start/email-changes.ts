/**
 * Another address for a user, which is confirmed from both: that it is theirs, and that they want it. What the staff asks for, since the address of
 * before is lost, is done after some days without that one.
 */
export const EMAIL_CHANGES = `
  create table email_changes (
    id integer generated always as identity primary key,
    user_id integer not null references users on delete cascade,
    email text not null check (email like '%_@_%'),
    -- The one of before, to which the other link went.
    old_email text not null check (old_email <> ''),
    -- In which session it was asked for: that one goes on.
    session_id integer references sessions on delete set null,
    created_at timestamptz not null,
    -- sha256 of the secrets in the two mails, until when they work, and when each was given.
    new_hash bytea not null unique check (length(new_hash) = 32),
    old_hash bytea not null unique check (length(old_hash) = 32),
    expires_at timestamptz not null,
    new_confirmed_at timestamptz,
    old_confirmed_at timestamptz,
    -- What became of it: the address was changed; somebody stopped it; or another one took its place. Null: it waits.
    outcome text check (outcome in ('changed', 'stopped', 'replaced')),
    -- Who of the host has asked for it, and from when on the new address counts without the link to the old one. Null: the user has asked.
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
