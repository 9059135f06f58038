/**
 * By when support plans promise answers (docs/decisions/support-plans.md): a row for each time that a customer with such a plan waits. It is
 * written with the customer's message, stopped by the answer, and settled once: what was missed is credited in the same transaction
 * (jobs/settle-response-targets.ts).
 */
export const RESPONSE_TARGETS = `
  create table response_targets (
    id integer generated always as identity primary key,
    ticket_id integer not null references tickets,
    account_id integer not null references accounts,
    -- The support plan that promises it.
    service_id integer not null references services,
    -- Which wait of the ticket it is of: each has one.
    waiting_since timestamptz not null,
    -- When the customer wrote; working time counts from then.
    started_at timestamptz not null,
    -- When the staff is told that it comes near.
    warn_at timestamptz not null,
    due_at timestamptz not null,
    warned_at timestamptz,
    -- When the customer waited no longer; null: waits, or nobody noticed.
    stopped_at timestamptz,
    -- Null: not settled. Void: the plan had ended before it was due, or was suspended.
    outcome text check (outcome in ('met', 'missed', 'void')),
    settled_at timestamptz,
    -- Net cents that the plan promises for a miss.
    promised bigint not null check (promised >= 0),
    -- Cents that were credited, which the bound of a month may have cut.
    credited bigint not null default 0,
    entry_id integer unique references ledger_entries,
    constraint response_targets_once unique (ticket_id, waiting_since),
    constraint response_targets_order check (started_at <= warn_at and warn_at <= due_at),
    constraint response_targets_settled check ((outcome is null) = (settled_at is null)),
    constraint response_targets_met check (outcome <> 'met' or stopped_at <= due_at),
    constraint response_targets_credited check (credited between 0 and promised and (credited > 0) = (entry_id is not null)
      and (credited = 0 or outcome = 'missed'))
  );
  -- For the job.
  create index response_targets_due on response_targets (due_at, id) where outcome is null;
  create index response_targets_warn on response_targets (warn_at, id) where outcome is null and warned_at is null and stopped_at is null;
  -- For the bound of an account.
  create index response_targets_credited on response_targets (account_id, due_at) where credited > 0;
`;
