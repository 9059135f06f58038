/** What was bought: orders and their lines. Net, VAT and gross are stored, and always add up. */
export const ORDERS = `
  create table orders (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    type text not null check (type <> ''),
    status text not null check (status in ('awaiting_payment', 'processing', 'paid', 'cancelled')),
    status_reason text,
    -- Whose VAT at which rate, by which rule, and on what evidence: a TaxDecision of model/vat/decide.ts.
    tax jsonb not null,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    from_balance bigint not null default 0,
    payment_method text not null check (payment_method <> ''),
    -- The promo code that was given for all of it.
    promo_code text check (promo_code <> ''),
    auto_pay boolean not null default false,
    -- The token that ordered or changed it or asked for its payment, whichever was last: what it costs is spent by that token. Null: by
    -- somebody who had signed in, or by us.
    token_id integer references access_tokens,
    -- Paid whatever the spending caps say, since nobody of the account asked for it: a renewal by a job, an order of the operator's.
    uncapped boolean not null default false,
    created_at timestamptz not null default now(),
    due_at timestamptz,
    paid_at timestamptz,
    constraint orders_add_up check (net + vat = gross),
    constraint orders_tax check ((tax ->> 'country') ~ '^[A-Z]{2}$' and (tax ->> 'rateBp')::integer between 0 and 10000
      and (tax ->> 'rule') in ('domestic', 'eu-consumer-destination', 'eu-consumer-origin', 'reverse-charge', 'outside-eu')
      and jsonb_typeof(tax -> 'pending') = 'boolean' and jsonb_typeof(tax -> 'evidence') = 'object'),
    constraint orders_from_balance_fits check (from_balance between 0 and gross)
  );
  create index orders_account on orders (account_id, id);
  create index orders_account_status on orders (account_id, status, id);
  -- For what was spent in a month.
  create index orders_spent on orders (account_id, paid_at) include (gross, token_id)
    where paid_at is not null and gross > 0 and type <> 'deposit';
  -- For the job that pays what waits for money on the balance.
  create index orders_auto_pay on orders (id) where status = 'awaiting_payment' and auto_pay;
  -- For the job that releases what was never paid.
  create index orders_due on orders (due_at) where status = 'awaiting_payment';

  -- For the invoices that wait until a VAT number is checked.
  create index orders_tax_pending on orders (account_id) where (tax ->> 'pending')::boolean;

  create table order_lines (
    id integer generated always as identity primary key,
    order_id integer not null references orders on delete cascade,
    position integer not null check (position >= 0),
    label text not null,
    sublabel text not null default '',
    -- Null together: a deposit, or a custom line of the operator.
    service_type text check (service_type <> ''),
    service_id integer,
    -- Of seats, addresses, TB ...
    quantity integer not null default 1 check (quantity > 0),
    period_from timestamptz,
    period_to timestamptz,
    billing_cycle integer not null check (billing_cycle >= 0),
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    is_period_changeable boolean not null default false,
    -- Net, before and after discounts.
    list_net bigint not null check (list_net >= 0),
    discount bigint not null default 0 check (discount between 0 and list_net),
    -- The promo code that made the discount: {code, percentage, minimum_billing_cycle}.
    promo jsonb,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    -- The inputs and steps that make its amounts (model/pricing/explanation.ts).
    explanation jsonb not null,
    -- What of it came back to the balance.
    refunded_net bigint not null default 0 check (refunded_net between 0 and net),
    refunded_vat bigint not null default 0 check (refunded_vat between 0 and vat),
    -- When all of it was refunded, since it could not be delivered.
    refunded_at timestamptz,
    unique (order_id, position),
    constraint order_lines_add_up check (net + vat = gross),
    constraint order_lines_discounted check (list_net - discount = net),
    constraint order_lines_service check ((service_type is null) = (service_id is null)),
    constraint order_lines_period check (period_to > period_from)
  );
  create index order_lines_service on order_lines (service_type, service_id);

  -- Orders that use a promo code, paid or not; the row goes when its order is cancelled unpaid. Who adds one holds the code's row.
  create table promo_uses (
    order_id integer not null references orders,
    promo_code_id integer not null references promo_codes,
    account_id integer not null references accounts,
    primary key (order_id, promo_code_id)
  );
  create index promo_uses_code on promo_uses (promo_code_id, account_id);
  create index promo_uses_account on promo_uses (account_id);
`;
