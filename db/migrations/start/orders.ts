/** Orders and their lines. Net, VAT and gross are stored, and always add up. */
export const ORDERS = `
  create table orders (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    type text not null check (type <> ''),
    status text not null check (status in ('awaiting_payment', 'processing', 'paid', 'cancelled')),
    status_reason text,
    -- Country, rate, rule and evidence of the VAT: a TaxDecision of model/vat/decide.ts.
    tax jsonb not null,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    from_balance bigint not null default 0,
    payment_method text not null check (payment_method <> ''),
    -- Promo code that was given for the whole order.
    promo_code text check (promo_code <> ''),
    auto_pay boolean not null default false,
    -- Token that last ordered, changed or requested payment. The cost counts as spent by that token. Null if a signed-in user or the system
    -- did so.
    token_id integer references access_tokens,
    -- True if spending caps do not apply: for a renewal by a job, or an order by the operator. Nobody of the account requested it.
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
  -- For the spending of a month.
  create index orders_spent on orders (account_id, paid_at) include (gross, token_id)
    where paid_at is not null and gross > 0 and type <> 'deposit';
  -- For the job that pays orders which wait for money on the balance.
  create index orders_auto_pay on orders (id) where status = 'awaiting_payment' and auto_pay;
  -- For the job that releases orders which were never paid.
  create index orders_due on orders (due_at) where status = 'awaiting_payment';

  -- For the invoices that wait for the check of a VAT number.
  create index orders_tax_pending on orders (account_id) where (tax ->> 'pending')::boolean;

  create table order_lines (
    id integer generated always as identity primary key,
    order_id integer not null references orders on delete cascade,
    position integer not null check (position >= 0),
    label text not null,
    sublabel text not null default '',
    -- Null together with service_id for a deposit, or for a custom line of the operator.
    service_type text check (service_type <> ''),
    service_id integer,
    -- Number of seats, addresses, TB and so on.
    quantity integer not null default 1 check (quantity > 0),
    period_from timestamptz,
    period_to timestamptz,
    billing_cycle integer not null check (billing_cycle >= 0),
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    is_period_changeable boolean not null default false,
    -- Net cents before discounts.
    list_net bigint not null check (list_net >= 0),
    discount bigint not null default 0 check (discount between 0 and list_net),
    -- Promo code that gave the discount: {code, percentage, minimum_billing_cycle}.
    promo jsonb,
    net bigint not null check (net >= 0),
    vat bigint not null check (vat >= 0),
    gross bigint not null check (gross >= 0),
    -- Inputs and steps that produced the amounts (model/pricing/explanation.ts).
    explanation jsonb not null,
    -- Cents that were refunded to the balance.
    refunded_net bigint not null default 0 check (refunded_net between 0 and net),
    refunded_vat bigint not null default 0 check (refunded_vat between 0 and vat),
    -- Time of the refund of the whole line, because it could not be delivered.
    refunded_at timestamptz,
    unique (order_id, position),
    constraint order_lines_add_up check (net + vat = gross),
    constraint order_lines_discounted check (list_net - discount = net),
    constraint order_lines_service check ((service_type is null) = (service_id is null)),
    constraint order_lines_period check (period_to > period_from)
  );
  create index order_lines_service on order_lines (service_type, service_id);

  -- Orders that use a promo code, paid or not. A row is deleted when its order is cancelled unpaid. Adding a row locks the row of the code.
  create table promo_uses (
    order_id integer not null references orders,
    promo_code_id integer not null references promo_codes,
    account_id integer not null references accounts,
    primary key (order_id, promo_code_id)
  );
  create index promo_uses_code on promo_uses (promo_code_id, account_id);
  create index promo_uses_account on promo_uses (account_id);
`;
