/** Exports of an account's data, which are written to files (docs/decisions/account-exports.md). */
export const ACCOUNT_EXPORTS = `
  create table account_exports (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- User who requested the export and is notified. The export contains the data of no other user.
    user_id integer not null references users,
    status text not null default 'pending' check (status in ('pending', 'ready', 'expired')),
    created_at timestamptz not null,
    -- Time of the next check while the export is pending, since its invoices are rendered first.
    next_look_at timestamptz not null,
    ready_at timestamptz,
    -- Time from which the file can no longer be downloaded and is deleted.
    expires_at timestamptz,
    -- Key of the file. Null before the file is written and after it is deleted.
    key text unique check (key ~ '^[0-9a-f]{64}-[0-9a-f]{16}$'),
    bytes bigint,
    sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
    constraint account_exports_ready check ((status = 'ready') = (key is not null)),
    constraint account_exports_written check ((status = 'pending') = (num_nulls(ready_at, expires_at, bytes, sha256) = 4)
      and num_nulls(ready_at, expires_at, bytes, sha256) in (0, 4))
  );
  create unique index account_exports_one on account_exports (account_id) where status = 'pending';
  create index account_exports_account on account_exports (account_id, id);
  create index account_exports_due on account_exports (next_look_at) where status = 'pending';
  create index account_exports_expiry on account_exports (expires_at) where status = 'ready';
  create index account_exports_age on account_exports (created_at) where status = 'expired';
`;
