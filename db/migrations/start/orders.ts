/** What was bought: orders and their lines. Net, VAT and gross are stored, and always add up. */
export const ORDERS = `
  create table orders (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    type text not null check (type <> ''),
    status text not null check (status in ('awaiting_payment', 'processing', 'paid', 'cancelled')),
    status_reason text,
    tax_rate_bp integer not null check (tax_rate_bp between 0 and 10000),
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    from_balance bigint not null default 0,
    payment_method text not null check (payment_method <> ''),
    auto_pay boolean not null default false,
    created_at timestamptz not null default now(),
    due_at timestamptz,
    paid_at timestamptz,
    constraint orders_add_up check (net + vat = gross),
    constraint orders_from_balance_fits check (from_balance between 0 and gross)
  );
  create index orders_account on orders (account_id, id);
  create index orders_account_status on orders (account_id, status, id);
  -- For the job that pays what waits for money on the balance.
  create index orders_auto_pay on orders (id) where status = 'awaiting_payment' and auto_pay;
  -- For the job that releases what was never paid.
  create index orders_due on orders (due_at) where status = 'awaiting_payment';

  create table order_lines (
    id integer generated always as identity primary key,
    order_id integer not null references orders on delete cascade,
    position integer not null check (position >= 0),
    label text not null,
    sublabel text not null default '',
    service_type text not null check (service_type <> ''),
    service_id integer not null,
    period_from timestamptz,
    period_to timestamptz,
    billing_cycle integer not null check (billing_cycle >= 0),
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    is_period_changeable boolean not null default false,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    refunded_at timestamptz,
    unique (order_id, position),
    constraint order_lines_add_up check (net + vat = gross),
    constraint order_lines_period check (period_to > period_from)
  );
  create index order_lines_service on order_lines (service_type, service_id);
`;
