/** Webhooks of customers, and the deliveries of their events (docs/decisions/webhooks.md). */
export const WEBHOOKS = `
  create table webhooks (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    url text not null check (url <> ''),
    -- Host of the URL, in lower case.
    host text not null check (host <> ''),
    -- Name for people.
    name text not null default '',
    -- Types of events that the webhook receives. Empty for all.
    event_types text[] not null default '{}',
    status text not null default 'enabled' check (status in ('enabled', 'disabled')),
    -- Cause of the disabling: the account, or us after days without a delivery.
    disabled_reason text check (disabled_reason in ('customer', 'failing')),
    -- Signing secret, sealed (domain/webhooks/secrets.ts).
    secret bytea not null,
    -- Secret before the last rotation, which also signs until previous_until.
    previous_secret bytea,
    previous_until timestamptz,
    -- Number of the last event that was queued for the webhook.
    position bigint not null,
    -- Time before which no event is queued, because too many deliveries wait. Null for no such time.
    take_after timestamptz,
    -- Time since which no attempt has succeeded. Null if the last attempt succeeded, or if there was none.
    failing_since timestamptz,
    -- True if the last attempt failed or was slow. The webhook then has one slot.
    slow boolean not null default false,
    created_at timestamptz not null,
    constraint webhooks_disabled check ((status = 'disabled') = (disabled_reason is not null)),
    constraint webhooks_previous check ((previous_secret is null) = (previous_until is null))
  );
  create index webhooks_account on webhooks (account_id, id);
  create index webhooks_enabled on webhooks (id) where status = 'enabled';

  -- Deliveries of events to webhooks.
  create table event_deliveries (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    webhook_id integer not null references webhooks on delete cascade,
    -- Id for customers and receivers, the same for every attempt, so that receivers can drop duplicates.
    key text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', '') check (key ~ '^msg_[0-9a-f]{32}$'),
    event_type text not null,
    -- Number of the event in its account. Null for a test.
    event_id bigint,
    -- Body as it is sent and signed.
    body text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    tries integer not null default 0,
    -- Time of the first attempt, since the last replay if there was one.
    first_try_at timestamptz,
    next_try_at timestamptz not null,
    -- Latest attempts (model/webhooks/schedule.ts): at, status, ms, error.
    attempts jsonb not null default '[]',
    -- Beginning of the last reply.
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
