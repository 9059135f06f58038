/** Ordered and paid periods of services, so that no period is charged twice, however often and late it is requested. */
export const SERVICE_PERIODS = `
  -- Periods of a service. A row is written when the period is ordered, and for a new service when its first period begins.
  create table service_periods (
    service_id integer not null references services,
    period_from timestamptz not null,
    period_to timestamptz not null,
    -- Order line that pays for the period.
    order_line_id integer not null unique references order_lines,
    -- \`ordered\` while the order waits for payment, \`void\` if it was cancelled unpaid. A manual order may replace a void period, an
    -- automatic one may not.
    state text not null check (state in ('ordered', 'paid', 'void')),
    -- True if the renewals job ordered the period, not the owner.
    automatic boolean not null default false,
    created_at timestamptz not null,
    paid_at timestamptz,
    primary key (service_id, period_from),
    constraint service_periods_forward check (period_to > period_from),
    constraint service_periods_paid check ((state = 'paid') = (paid_at is not null)),
    -- Two ranges, since plain equality would need an extension.
    constraint service_periods_apart exclude using gist
      (int4range(service_id, service_id, '[]') with &&, tstzrange(period_from, period_to) with &&) where (state <> 'void')
  );

  -- Moves of the end of a service by the staff, together with those of its addons (model/pricing/moved-end.ts).
  create table term_changes (
    id integer generated always as identity primary key,
    service_id integer not null references services,
    changed_at timestamptz not null,
    -- Previous anchor, from which the periods paid until then are counted.
    anchor_before timestamptz not null,
    expiry_before timestamptz not null,
    expiry_after timestamptz not null,
    -- Paid periods that were shortened or removed, as before the move: [{line_id, from, to, paid_at}]. Removed periods have no row in
    -- \`service_periods\`.
    cut jsonb not null default '[]'
  );
  create index term_changes_service on term_changes (service_id, id);
`;
