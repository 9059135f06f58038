/** What happened: the audit log, alerts for the operator, and replies kept for repeated requests. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      account_id integer references accounts,
      actor text not null check (actor <> ''),
      action text not null check (action <> ''),
      resource_kind text,
      resource_id integer,
      request_id text,
      details jsonb not null default '{}'
    );
    create index audit_log_account on audit_log (account_id, id);
    create index audit_log_resource on audit_log (resource_kind, resource_id, id);
    create trigger append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_change();

    create table operator_alerts (
      id integer generated always as identity primary key,
      at timestamptz not null default now(),
      kind text not null check (kind <> ''),
      resource_kind text,
      resource_id integer,
      message text not null,
      resolved_at timestamptz
    );
    create index operator_alerts_open on operator_alerts (at) where resolved_at is null;

    create table idempotency_keys (
      account_id integer not null references accounts,
      key text not null check (key <> ''),
      fingerprint bytea not null check (length(fingerprint) = 32),
      status integer not null check (status between 0 and 599),
      headers jsonb not null default '{}',
      body text,
      created_at timestamptz not null default now(),
      primary key (account_id, key)
    );
    create index idempotency_keys_age on idempotency_keys (created_at);
  `.execute(db);
}
