/**
 * Money from outside: payments and what they pay for, cards, messages of gateways, disputes, and lines of bank statements. The states of a
 * payment are described in model/states/payment.ts.
 *
 * The database itself refuses two concurrent attempts to collect the money of an order (`payment_orders_one_open`). It also refuses to post
 * a receipt twice (`payment_receipts`), and to store a gateway's event or a statement's line twice.
 */
export const PAYMENTS = `
  create table saved_cards (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- The gateway's ids of the card and of the customer who owns it.
    gateway_id text not null check (gateway_id <> ''),
    gateway_customer text not null check (gateway_customer <> ''),
    brand text not null,
    last4 text not null check (last4 ~ '^[0-9]{4}$'),
    expiry_month smallint not null check (expiry_month between 1 and 12),
    expiry_year smallint not null,
    -- Country of issue, as evidence for VAT. Null if the gateway does not report it.
    country char(2),
    created_at timestamptz not null default now(),
    -- Time from which the card is no longer charged: removed by the gateway, replaced, or permanently declined.
    ended_at timestamptz,
    -- Time at which its removal from the gateway was requested, and time of the removal. Reasons: its owner removed or replaced it, its
    -- account is closed, or its bank declined it for good.
    detach_asked_at timestamptz,
    detached_at timestamptz,
    unique (gateway, gateway_id)
  );
  create index saved_cards_account on saved_cards (account_id, id);
  create index saved_cards_to_detach on saved_cards (id) where detach_asked_at is not null and detached_at is null;

  create table payments (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- Driver in engine/payments.
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- Key of payment_methods.
    method text not null check (method <> ''),
    kind text not null check (kind in ('checkout', 'saved_card', 'transfer')),
    state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'unknown')),
    -- Requested amount in cents.
    amount bigint not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- Reference that the payer writes and the gateway keeps. It finds a payment whose answer was lost. It is also the idempotency key of
    -- requests to the gateway.
    reference text not null unique check (reference <> ''),
    gateway_id text check (gateway_id <> ''),
    -- URL of the gateway's page.
    url text,
    saved_card_id integer references saved_cards,
    -- Cause of the failure: a code of the gateway, and a sentence for the customer.
    failure_code text,
    reason text,
    -- True if the card's bank reported that no further attempt can succeed.
    hard_decline boolean not null default false,
    -- True if the payment must be ended at the gateway: its orders are gone, paid, or paid otherwise.
    closing boolean not null default false,
    -- Time of the first request that made the gateway act, written before the request.
    attempted_at timestamptz,
    -- Number of polls since its outcome was lost.
    tries integer not null default 0 check (tries >= 0),
    -- Time of the next poll of the gateway. Null if no poll is planned.
    next_look_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    constraint payments_of_gateway unique (gateway, gateway_id),
    constraint payments_saved_card check ((kind = 'saved_card') = (saved_card_id is not null)),
    constraint payments_ended check ((state in ('succeeded', 'failed')) = (ended_at is not null))
  );
  create index payments_account on payments (account_id, id);
  create index payments_look on payments (next_look_at) where next_look_at is not null;
  create index payments_saved_card on payments (saved_card_id) where saved_card_id is not null;

  -- Orders that a payment pays for. Several orders may share a payment.
  create table payment_orders (
    payment_id integer not null references payments,
    order_id integer not null references orders,
    -- \`waiting\` until the previous attempt is closed, \`open\` while money may arrive, then \`over\`.
    stage text not null default 'waiting' check (stage in ('waiting', 'open', 'over')),
    primary key (payment_id, order_id)
  );
  create unique index payment_orders_one_open on payment_orders (order_id) where stage = 'open';
  create unique index payment_orders_one_waiting on payment_orders (order_id) where stage = 'waiting';
  create index payment_orders_order on payment_orders (order_id, payment_id);

  -- Ends the attempts of a payment that has ended, whoever ended it.
  create function end_payment_orders() returns trigger language plpgsql as $$
  begin
    update payment_orders set stage = 'over' where payment_id = new.id and stage <> 'over';
    return null;
  end $$;
  create trigger end_payment_orders after update of state on payments
    for each row when (new.state in ('succeeded', 'failed') and old.state not in ('succeeded', 'failed'))
    execute function end_payment_orders();

  -- Money that a gateway reported as received. It is posted together with its row, so that each receipt counts once.
  create table payment_receipts (
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- The gateway's id of the movement of money.
    receipt text not null check (receipt <> ''),
    payment_id integer not null references payments,
    amount bigint not null check (amount > 0),
    entry_id integer not null unique references ledger_entries,
    received_at timestamptz not null default now(),
    primary key (gateway, receipt)
  );
  create index payment_receipts_payment on payment_receipts (payment_id);

  -- Refunds to the payer. The amount is taken from the balance with the row, and returned if the gateway refuses.
  create table payment_refunds (
    id integer generated always as identity primary key,
    payment_id integer not null references payments,
    amount bigint not null check (amount > 0),
    -- State of the refund. The payer's bank may return a refund that had succeeded, which then has failed.
    state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
    -- Idempotency key of requests to the gateway.
    reference text not null unique check (reference <> ''),
    gateway_id text,
    reason text,
    attempted_at timestamptz,
    -- Number of polls since the gateway accepted the refund. \`next_look_at\` is null if no poll follows.
    tries integer not null default 0 check (tries >= 0),
    next_look_at timestamptz,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    entry_id integer not null references ledger_entries,
    constraint payment_refunds_ended check ((state in ('succeeded', 'failed')) = (ended_at is not null))
  );
  create index payment_refunds_payment on payment_refunds (payment_id);
  create index payment_refunds_gateway_id on payment_refunds (gateway_id) where gateway_id is not null;
  create index payment_refunds_look on payment_refunds (next_look_at) where next_look_at is not null;
  create index payment_refunds_entry on payment_refunds (entry_id);

  -- Messages of gateways as received, stored once their signature was verified.
  create table webhook_deliveries (
    id integer generated always as identity primary key,
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    event_id text not null check (event_id <> ''),
    event_type text not null,
    body bytea not null,
    -- Account that the message concerns, if known on arrival. The messages of the accounts are handled in turn.
    account_id integer references accounts,
    received_at timestamptz not null default now(),
    handled_at timestamptz,
    -- Result: ignored, or the payment, dispute or card that the message concerned.
    outcome text,
    constraint webhook_deliveries_once unique (gateway, event_id)
  );
  create index webhook_deliveries_due on webhook_deliveries (gateway, account_id, id) where handled_at is null;
  create index webhook_deliveries_account on webhook_deliveries (account_id) where account_id is not null;
  create index webhook_deliveries_age on webhook_deliveries (received_at);

  create table disputes (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    payment_id integer not null references payments,
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    gateway_id text not null check (gateway_id <> ''),
    amount bigint not null check (amount > 0),
    -- Cents that the balance did not cover and that were written off.
    written_off bigint not null default 0 check (written_off between 0 and amount),
    -- State of the dispute. The account cannot order while it is open, or lost and not settled.
    state text not null default 'open' check (state in ('open', 'won', 'lost', 'settled')),
    reason text,
    entry_id integer references ledger_entries,
    opened_at timestamptz not null default now(),
    closed_at timestamptz,
    constraint disputes_once unique (gateway, gateway_id),
    constraint disputes_closed check ((state = 'open') = (closed_at is null))
  );
  create index disputes_account on disputes (account_id, id);
  create index disputes_payment on disputes (payment_id);
  create index disputes_entry on disputes (entry_id) where entry_id is not null;

  -- Credits of the operator's bank account, from its statements. A line without a payment is left for the operator to check.
  create table bank_statement_lines (
    id integer generated always as identity primary key,
    -- Identification of the statement, and of the line within it.
    statement text not null check (statement <> ''),
    line text not null check (line <> ''),
    booked_on text not null check (booked_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    amount bigint not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    payer text not null default '',
    payer_iban text not null default '',
    -- Text that the payer wrote.
    text text not null default '',
    payment_id integer references payments,
    -- Hint for the operator: the likely purpose of the line, and why it was not matched.
    hint text,
    imported_at timestamptz not null default now(),
    -- Time at which the money was booked to its payment.
    landed_at timestamptz,
    constraint bank_statement_lines_once unique (statement, line)
  );
  create index bank_statement_lines_payment on bank_statement_lines (payment_id) where payment_id is not null;
  create index bank_statement_lines_unmatched on bank_statement_lines (id) where payment_id is null;
  create index bank_statement_lines_to_land on bank_statement_lines (id) where payment_id is not null and landed_at is null;

  -- Time since which the account cannot order, because a payment of it is disputed. Read with the balance, which every order locks.
  alter table ledger_accounts add column orders_frozen_at timestamptz;
`;
