/** Which periods of a service were ordered and paid, so that none is charged twice, however often and late somebody asks for it. */
export const SERVICE_PERIODS = `
  -- A row for each period of a service: written when the period is ordered, and for a new service when its first one begins.
  create table service_periods (
    service_id integer not null references services,
    period_from timestamptz not null,
    period_to timestamptz not null,
    -- What pays for it.
    order_line_id integer not null unique references order_lines,
    -- \`ordered\`: its order waits for payment. \`void\`: that was cancelled unpaid; an order by hand may take its place, an automatic one not.
    state text not null check (state in ('ordered', 'paid', 'void')),
    -- Ordered by the renewals job, not by its owner.
    automatic boolean not null default false,
    created_at timestamptz not null,
    paid_at timestamptz,
    primary key (service_id, period_from),
    constraint service_periods_forward check (period_to > period_from),
    constraint service_periods_paid check ((state = 'paid') = (paid_at is not null)),
    -- Two ranges, since a plain equality would take an extension.
    constraint service_periods_apart exclude using gist
      (int4range(service_id, service_id, '[]') with &&, tstzrange(period_from, period_to) with &&) where (state <> 'void')
  );

  -- Each time the staff has moved the end of a service, and those of its addons with it (model/pricing/moved-end.ts).
  create table term_changes (
    id integer generated always as identity primary key,
    service_id integer not null references services,
    changed_at timestamptz not null,
    -- Of before: from when the periods are counted that were paid until then.
    anchor_before timestamptz not null,
    expiry_before timestamptz not null,
    expiry_after timestamptz not null,
    -- Paid periods that it made shorter or took away, as they were: [{line_id, from, to, paid_at}]. Of those that it took away there is no row in
    -- \`service_periods\` any more.
    cut jsonb not null default '[]'
  );
  create index term_changes_service on term_changes (service_id, id);
`;
