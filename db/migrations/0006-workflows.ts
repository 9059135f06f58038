/** What takes time: workflows, the log of their steps, and the locks that they hold. */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflows (
      id integer generated always as identity primary key,
      kind text not null check (kind <> ''),
      account_id integer references accounts,
      resource_kind text,
      resource_id integer,
      input jsonb not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'undone', 'stuck')),
      direction text not null default 'forward' check (direction in ('forward', 'back')),
      step integer not null default 0 check (step >= -1),
      memory jsonb not null default '{}',
      attempts integer not null default 0 check (attempts >= 0),
      epoch integer not null default 0 check (epoch >= 0),
      worker_id integer,
      lease_until timestamptz,
      run_at timestamptz not null default now(),
      step_started_at timestamptz,
      error text,
      reason text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      constraint workflows_resource check ((resource_kind is null) = (resource_id is null))
    );
    create index workflows_due on workflows (run_at, id) where state in ('queued', 'stuck');
    create unique index workflows_one_running on workflows (resource_kind, resource_id) where state = 'running';
    create index workflows_running on workflows (lease_until) where state = 'running';
    create index workflows_resource on workflows (resource_kind, resource_id, id);

    -- NOTIFY takes a lock over all databases at commit, so it is sent for new work only and workers poll for the rest.
    create function tell_workflows() returns trigger language plpgsql as $$
    begin
      perform pg_notify('workflows', '');
      return null;
    end $$;
    create trigger tell_workflows after insert on workflows
      for each statement execute function tell_workflows();

    create table workflow_steps (
      workflow_id integer not null references workflows on delete cascade,
      step text not null,
      direction text not null check (direction in ('forward', 'back')),
      attempts integer not null default 1 check (attempts >= 0),
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      error text,
      primary key (workflow_id, step, direction)
    );

    create table locks (
      kind text not null check (kind <> ''),
      resource_id integer not null,
      workflow_id integer not null references workflows,
      reason text not null check (reason <> ''),
      locked_at timestamptz not null default now(),
      deadline_at timestamptz not null,
      primary key (kind, resource_id)
    );
    create index locks_workflow on locks (workflow_id);
    create index locks_deadline on locks (deadline_at);
  `.execute(db);
}
