/** Where customers want their events sent, and what was sent (docs/decisions/webhooks.md). */
export const WEBHOOKS = `
  create table webhooks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    url text not null check (url <> ''),
    -- Of the URL, in small letters.
    host text not null check (host <> ''),
    -- For people.
    name text not null default '',
    -- Which events it gets; empty: all.
    event_types text[] not null default '{}',
    status text not null default 'enabled' check (status in ('enabled', 'disabled')),
    -- By whom it was disabled: its account, or us when nothing could be delivered for days.
    disabled_reason text check (disabled_reason in ('customer', 'failing')),
    -- Sealed (domain/webhooks/secrets.ts).
    secret bytea not null,
    -- The secret of before a rotation signs besides, until then.
    previous_secret bytea,
    previous_until timestamptz,
    -- The number of the last event that was taken for it.
    position bigint not null,
    -- So many of its deliveries wait that no event is taken before then.
    take_after timestamptz,
    -- Since when no try was successful; null: the last one was, or there was none.
    failing_since timestamptz,
    -- Whether its last try failed or took long: it then has one place at a time.
    slow boolean not null default false,
    created_at timestamptz not null,
    constraint webhooks_disabled check ((status = 'disabled') = (disabled_reason is not null)),
    constraint webhooks_previous check ((previous_secret is null) = (previous_until is null))
  );
  create index webhooks_account on webhooks (account_id, id);
  create index webhooks_enabled on webhooks (id) where status = 'enabled';

  -- An event for a webhook.
  create table event_deliveries (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    webhook_id integer not null references webhooks on delete cascade,
    -- Its id for customers and receivers, the same at every try, so that receivers can drop a twin.
    key text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', '') check (key ~ '^msg_[0-9a-f]{32}$'),
    event_type text not null,
    -- The number of the event in its account; null for a test.
    event_id bigint,
    -- As it is sent and signed.
    body text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    tries integer not null default 0,
    -- Since a replay: of the first try.
    first_try_at timestamptz,
    next_try_at timestamptz not null,
    -- The latest tries (model/webhooks/schedule.ts): at, status, ms, error.
    attempts jsonb not null default '[]',
    -- The beginning of the last reply.
    answer text,
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint event_deliveries_ended check ((status = 'pending') = (ended_at is null))
  );
  create index event_deliveries_webhook on event_deliveries (webhook_id, id);
  create index event_deliveries_due on event_deliveries (webhook_id, next_try_at, id) where status = 'pending';
  create index event_deliveries_next on event_deliveries (next_try_at) where status = 'pending';
  create index event_deliveries_ended_at on event_deliveries (ended_at) where status <> 'pending';
  create index event_deliveries_account on event_deliveries (account_id, id) where status <> 'pending';
`;
