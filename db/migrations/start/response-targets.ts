/**
 * Response times that support plans promise (docs/decisions/support-plans.md). Each wait of a customer with such a plan has a row. It is
 * written with the customer's message, stopped by the answer, and settled once. A missed target is credited in the transaction that settles
 * it (jobs/settle-response-targets.ts).
 */
export const RESPONSE_TARGETS = `
  create table response_targets (
    id integer generated always as identity primary key,
    ticket_id integer not null references tickets,
    account_id integer not null references accounts,
    -- Support plan that promises the answer.
    service_id integer not null references services,
    -- Start of the ticket's wait. Each wait has one row.
    waiting_since timestamptz not null,
    -- Time of the customer's message, from which working time counts.
    started_at timestamptz not null,
    -- Time at which the staff is warned that the target is near.
    warn_at timestamptz not null,
    due_at timestamptz not null,
    warned_at timestamptz,
    -- Time at which the wait ended. Null if it continues, or if nobody noticed its end.
    stopped_at timestamptz,
    -- Result of the target. Null until settled. \`void\` if the plan had ended before the target, or was suspended.
    outcome text check (outcome in ('met', 'missed', 'void')),
    settled_at timestamptz,
    -- Net cents that the plan promises for a missed target.
    promised bigint not null check (promised >= 0),
    -- Cents that were credited, after the limit of a month.
    credited bigint not null default 0,
    entry_id integer unique references ledger_entries,
    constraint response_targets_once unique (ticket_id, waiting_since),
    constraint response_targets_order check (started_at <= warn_at and warn_at <= due_at),
    constraint response_targets_settled check ((outcome is null) = (settled_at is null)),
    constraint response_targets_met check (outcome <> 'met' or stopped_at <= due_at),
    constraint response_targets_credited check (credited between 0 and promised and (credited > 0) = (entry_id is not null)
      and (credited = 0 or outcome = 'missed'))
  );
  -- For the job that warns and settles.
  create index response_targets_due on response_targets (due_at, id) where outcome is null;
  create index response_targets_warn on response_targets (warn_at, id) where outcome is null and warned_at is null and stopped_at is null;
  -- For the limit of an account.
  create index response_targets_credited on response_targets (account_id, due_at) where credited > 0;
`;
