/** Workflows, the log of their steps, and the locks that they hold. */
export const WORKFLOWS = `
  create table workflows (
    id integer generated always as identity primary key,
    kind text not null check (kind <> ''),
    account_id integer references accounts,
    -- User who requested the workflow. Null if no user did.
    user_id integer references users,
    resource_kind text,
    resource_id integer,
    -- Node whose engine the current step needs. Null for any node.
    node_id integer references nodes,
    input jsonb not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'undone', 'stuck')),
    -- \`forward\`, or \`back\` while the workflow is rolled back.
    direction text not null default 'forward' check (direction in ('forward', 'back')),
    -- Results of steps by name.
    memory jsonb not null default '{}',
    attempts integer not null default 0 check (attempts >= 0),
    -- Number of claims. Every write of a worker names its epoch, so that a worker that lost the workflow writes nothing.
    epoch integer not null default 0 check (epoch >= 0),
    worker_id integer,
    lease_until timestamptz,
    run_at timestamptz not null default now(),
    -- Start of the current step, for people. Deadlines use spent_ms.
    step_started_at timestamptz,
    -- Cause of the rollback, for the operator.
    error text,
    -- Cause of the rollback, for the customer.
    reason text,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    -- Progress of the current step in percent. Null if unknown.
    percent smallint check (percent between 0 and 100),
    -- Time of the first claim.
    begun_at timestamptz,
    -- State that customers see, computed by the database.
    shown_state text not null generated always as (
      case
        when state = 'done' then 'done'
        when state = 'undone' then 'failed'
        when direction = 'back' then 'undoing'
        when begun_at is null then 'queued'
        else 'running'
      end) stored,
    -- Party that can fix the failure. Null without a failure.
    fault text check (fault in ('customer', 'operator', 'cancelled')),
    -- Time at which cancellation was requested. The worker then rolls the workflow back.
    cancel_asked_at timestamptz,
    -- Reason for the cancellation, as a sentence for the customer.
    cancel_reason text check (cancel_reason <> ''),
    -- Name of the step to run next (forward) or to undo next (back). Null before the first step begins, \`end\` after the last.
    step text constraint workflows_at_step_check check (step <> ''),
    -- Counted time of the current step in milliseconds.
    spent_ms double precision not null default 0 check (spent_ms >= 0),
    -- Time up to which the current step is counted, by the clock of the database.
    counted_at timestamptz,
    -- Workflow that ended this workflow's wait and took its lock.
    superseded_by integer references workflows,
    constraint workflows_resource check ((resource_kind is null) = (resource_id is null)),
    constraint workflows_cancel_says_why check ((cancel_asked_at is null) = (cancel_reason is null))
    -- A step changes no indexed column. With room on the page, it writes nothing into the indexes.
  ) with (fillfactor = 60);
  create index workflows_due on workflows (run_at, id) where state in ('queued', 'stuck');
  create unique index workflows_one_running on workflows (resource_kind, resource_id) where state = 'running';
  create index workflows_node on workflows (node_id) where finished_at is null;
  create index workflows_running on workflows (lease_until) where state = 'running';
  create index workflows_resource on workflows (resource_kind, resource_id, id);
  -- Unfinished operations of an account. Finished workflows are kept forever, so the index excludes them.
  create index workflows_account_unfinished on workflows (account_id, id) where finished_at is null;
  create index workflows_cancelled on workflows (id) where cancel_asked_at is not null and finished_at is null;
  create index workflows_superseded on workflows (id) where superseded_by is not null and finished_at is null;
  -- For the durations of the latest workflows of a kind.
  create index workflows_done on workflows (kind, id) where state = 'done';

  -- Notifies workers of new work. They poll for everything else.
  create function tell_workflows() returns trigger language plpgsql as $$
  begin
    perform wake('workflows', '');
    return null;
  end $$;
  create trigger tell_workflows after insert on workflows
    for each statement execute function tell_workflows();

  -- A finished workflow keeps only numbers and booleans of its input and results, which show what it was about. Strings are deleted,
  -- because they include password hashes and startup scripts, and nobody needs them. The database ensures this, whatever ends a workflow.
  create function without_words(given jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, value) filter (where jsonb_typeof(value) in ('number', 'boolean')), '{}')
    from jsonb_each(given)
  $$;
  create function forget_inputs() returns trigger language plpgsql as $$
  begin
    new.input := without_words(new.input);
    new.memory := without_words(new.memory);
    return new;
  end $$;
  create trigger forget_inputs before insert or update of finished_at on workflows
    for each row when (new.finished_at is not null) execute function forget_inputs();

  -- Returns the time since which a copy is being restored, or null. For roles that may not read the input of workflows.
  create function copy_restored_since(copy integer) returns timestamptz
    language sql stable security definer set search_path = pg_catalog, public as $$
    select created_at from workflows
    where kind = 'server.restore' and finished_at is null and (input ->> 'copyId')::integer = copy
    limit 1
  $$;

  -- Log of the steps, for people.
  create table workflow_steps (
    workflow_id integer not null references workflows on delete cascade,
    step text not null,
    direction text not null check (direction in ('forward', 'back')),
    attempts integer not null default 1 check (attempts >= 0),
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    error text,
    -- Order in which the steps began.
    position integer generated always as identity,
    primary key (workflow_id, step, direction)
  );

  create table locks (
    kind text not null check (kind <> ''),
    resource_id integer not null,
    workflow_id integer not null references workflows,
    reason text not null check (reason <> ''),
    locked_at timestamptz not null default now(),
    -- Time at which the operator gets an alert that the lock is held for too long.
    deadline_at timestamptz not null,
    primary key (kind, resource_id)
  );
  create index locks_workflow on locks (workflow_id);
  create index locks_deadline on locks (deadline_at);
`;
