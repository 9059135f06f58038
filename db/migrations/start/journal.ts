/** Audit log, alerts, failed work, and the beats of services. */
export const JOURNAL = `
  create table audit_log (
    id bigint generated always as identity primary key,
    at timestamptz not null default now(),
    -- Account that the action belongs to. Null for none.
    account_id integer references accounts,
    -- Actor (domain/actor.ts), identified by an id or a name. Staff have both, visitors neither.
    actor_kind text not null check (actor_kind in ('token', 'session', 'staff', 'operator', 'job', 'workflow', 'visitor')),
    actor_id integer,
    actor_name text check (actor_name <> ''),
    -- Person behind a token, a session or a workflow.
    user_id integer references users,
    -- Name of an operation, or kind of a workflow with its outcome: \`restartServer\`, \`server.restart.done\`.
    action text not null check (action <> ''),
    resource_kind text,
    resource_id integer,
    request_id text,
    details jsonb not null default '{}',
    constraint audit_log_actor check (
      case when actor_kind in ('operator', 'job') then actor_name is not null and actor_id is null
      when actor_kind = 'staff' then actor_name is not null and actor_id is not null
      when actor_kind = 'visitor' then actor_name is null and actor_id is null
      else actor_id is not null and actor_name is null end)
    -- Lines are only added. Without an occasional vacuum, each line must be read to check its visibility, although the index holds it.
  ) with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
  create index audit_log_account on audit_log (account_id, id);
  -- For a part of an account's period, without reading its lines.
  create index audit_log_period on audit_log (account_id, at, id) include (action, user_id, resource_kind);
  create index audit_log_resource on audit_log (resource_kind, resource_id, id);
  -- For the recent actions of a member of the staff.
  create index audit_log_staff on audit_log (actor_id, at) where actor_kind = 'staff';
  create trigger append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_change();

  create table operator_alerts (
    id integer generated always as identity primary key,
    at timestamptz not null default now(),
    -- Stable code: \`deploy_failed\`, \`workflow_stuck\`, \`server_crashed\`.
    kind text not null check (kind <> ''),
    resource_kind text,
    resource_id integer,
    message text not null,
    resolved_at timestamptz,
    -- Time at which somebody of the staff, or at the host, took charge of the alert, and that person's name.
    acknowledged_at timestamptz,
    acknowledged_by text,
    -- Subject of the alert: \`server:12\`, \`workflow:7\`. At most one alert is open per kind and key.
    key text not null check (key <> '')
  );
  create index operator_alerts_open on operator_alerts (at) where resolved_at is null;
  create unique index operator_alerts_open_once on operator_alerts (kind, key) where resolved_at is null;

  -- Failed items of sweeps and of the watch. A row is deleted when its item succeeds or is no longer due.
  create table due_failures (
    -- Kind of the work: expire-orders, start-interrupted.
    work text not null check (work <> ''),
    item_id integer not null,
    attempts integer not null default 1 check (attempts > 0),
    error text not null,
    -- Time until which the item is skipped.
    next_at timestamptz not null,
    primary key (work, item_id)
  );

  -- One row per service, not per process. It is written about once a minute while any process of the service runs.
  create table service_beats (
    service text primary key check (service in ('api', 'worker')),
    -- Time of the last beat. The beat that ends an outage postpones deadlines in the same transaction.
    beat_at timestamptz not null
  );
`;
