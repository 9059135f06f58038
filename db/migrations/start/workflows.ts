/** Workflows, the log of their steps, and the locks that they hold. */
export const WORKFLOWS = `
  create table workflows (
    id integer generated always as identity primary key,
    kind text not null check (kind <> ''),
    account_id integer references accounts,
    -- The user who requested it; null where no user did.
    user_id integer references users,
    resource_kind text,
    resource_id integer,
    -- The node whose engine the current step needs; null: any node.
    node_id integer references nodes,
    input jsonb not null,
    state text not null default 'queued' check (state in ('queued', 'running', 'done', 'undone', 'stuck')),
    -- forward, or back while it is rolled back.
    direction text not null default 'forward' check (direction in ('forward', 'back')),
    -- Results of steps by name.
    memory jsonb not null default '{}',
    attempts integer not null default 0 check (attempts >= 0),
    -- Counts claims. Every write of a worker names its epoch, so that a worker that lost the workflow writes nothing.
    epoch integer not null default 0 check (epoch >= 0),
    worker_id integer,
    lease_until timestamptz,
    run_at timestamptz not null default now(),
    -- For people; deadlines use spent_ms.
    step_started_at timestamptz,
    -- Why it was rolled back, for the operator.
    error text,
    -- Why, for the customer.
    reason text,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    -- Progress of the current step in percent, where it is known.
    percent smallint check (percent between 0 and 100),
    -- When a worker first claimed it.
    begun_at timestamptz,
    -- Kept by the database.
    shown_state text not null generated always as (
      case
        when state = 'done' then 'done'
        when state = 'undone' then 'failed'
        when direction = 'back' then 'undoing'
        when begun_at is null then 'queued'
        else 'running'
      end) stored,
    -- Who can mend the failure; null without a failure.
    fault text check (fault in ('customer', 'operator', 'cancelled')),
    -- When its cancellation was requested; its worker then rolls it back.
    cancel_asked_at timestamptz,
    -- Why, a sentence for the customer.
    cancel_reason text check (cancel_reason <> ''),
    -- Name of the step to run next (forward) or to undo next (back); null before the first is begun, end after the last.
    step text constraint workflows_at_step_check check (step <> ''),
    -- The counted time of the current step, in milliseconds.
    spent_ms double precision not null default 0 check (spent_ms >= 0),
    -- Up to when the time of the current step is counted, by the clock of the database.
    counted_at timestamptz,
    -- The workflow that ended its wait and took its lock.
    superseded_by integer references workflows,
    constraint workflows_resource check ((resource_kind is null) = (resource_id is null)),
    constraint workflows_cancel_says_why check ((cancel_asked_at is null) = (cancel_reason is null))
    -- A step changes no column of an index: with room on its page it writes nothing into the indexes.
  ) with (fillfactor = 60);
  create index workflows_due on workflows (run_at, id) where state in ('queued', 'stuck');
  create unique index workflows_one_running on workflows (resource_kind, resource_id) where state = 'running';
  create index workflows_node on workflows (node_id) where finished_at is null;
  create index workflows_running on workflows (lease_until) where state = 'running';
  create index workflows_resource on workflows (resource_kind, resource_id, id);
  -- Unfinished operations of an account. Finished workflows stay for ever, so they have no part in it.
  create index workflows_account_unfinished on workflows (account_id, id) where finished_at is null;
  create index workflows_cancelled on workflows (id) where cancel_asked_at is not null and finished_at is null;
  create index workflows_superseded on workflows (id) where superseded_by is not null and finished_at is null;
  -- How long the last ones of a kind took.
  create index workflows_done on workflows (kind, id) where state = 'done';

  -- Of new work; for the rest workers poll.
  create function tell_workflows() returns trigger language plpgsql as $$
  begin
    perform wake('workflows', '');
    return null;
  end $$;
  create trigger tell_workflows after insert on workflows
    for each statement execute function tell_workflows();

  -- What has ended keeps of its input and its results numbers and yes or no, which tell what it was about. Words go: among them are
  -- password hashes and startup scripts, and nobody needs any. The database sees to it, whatever ends a workflow.
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

  -- Since when a copy is being restored, told to who may not read what workflows are given.
  create function copy_restored_since(copy integer) returns timestamptz
    language sql stable security definer set search_path = pg_catalog, public as $$
    select created_at from workflows
    where kind = 'server.restore' and finished_at is null and (input ->> 'copyId')::integer = copy
    limit 1
  $$;

  -- What happened step by step, for people to read.
  create table workflow_steps (
    workflow_id integer not null references workflows on delete cascade,
    step text not null,
    direction text not null check (direction in ('forward', 'back')),
    attempts integer not null default 1 check (attempts >= 0),
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    error text,
    -- In the order in which they began.
    position integer generated always as identity,
    primary key (workflow_id, step, direction)
  );

  create table locks (
    kind text not null check (kind <> ''),
    resource_id integer not null,
    workflow_id integer not null references workflows,
    reason text not null check (reason <> ''),
    locked_at timestamptz not null default now(),
    -- When the operator gets an alert that it is held for too long.
    deadline_at timestamptz not null,
    primary key (kind, resource_id)
  );
  create index locks_workflow on locks (workflow_id);
  create index locks_deadline on locks (deadline_at);
`;
