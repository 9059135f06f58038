/**
 * Money from outside: payments and what they are for, cards, what gateways tell, disputes, and lines of bank statements. The states of
 * a payment are told in model/states/payment.ts.
 *
 * What the database itself refuses: two attempts at a time to collect the money of one order (`payment_orders_one_open`), one receipt of a
 * gateway posted twice (`payment_receipts`), one event of a gateway or line of a statement taken twice.
 */
export const PAYMENTS = `
  create table saved_cards (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- What the gateway calls the card, and the customer whom it belongs to there.
    gateway_id text not null check (gateway_id <> ''),
    gateway_customer text not null check (gateway_customer <> ''),
    brand text not null,
    last4 text not null check (last4 ~ '^[0-9]{4}$'),
    expiry_month smallint not null check (expiry_month between 1 and 12),
    expiry_year smallint not null,
    -- Where it was issued, evidence for VAT; null where the gateway does not say.
    country char(2),
    created_at timestamptz not null default now(),
    -- Since when it is not charged any more: taken out by the gateway, replaced, or declined for good.
    ended_at timestamptz,
    -- Since when the gateway is to keep it no longer, as its account is closed, and since when it does not.
    detach_asked_at timestamptz,
    detached_at timestamptz,
    unique (gateway, gateway_id)
  );
  create index saved_cards_account on saved_cards (account_id, id);
  create index saved_cards_to_detach on saved_cards (id) where detach_asked_at is not null and detached_at is null;

  create table payments (
    id integer generated always as identity primary key,
    account_id integer not null references accounts,
    -- The driver in engine/payments.
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- A key of payment_methods.
    method text not null check (method <> ''),
    kind text not null check (kind in ('checkout', 'saved_card', 'transfer')),
    state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed', 'unknown')),
    -- Cents that are asked for.
    amount bigint not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    -- What a payer writes, and a gateway keeps with it: by it a payment is found again whose answer was lost. It is also the key by which a gateway knows a repeated request.
    reference text not null unique check (reference <> ''),
    gateway_id text check (gateway_id <> ''),
    -- The gateway's page.
    url text,
    saved_card_id integer references saved_cards,
    -- Why it failed: a word of the gateway, and a sentence for the customer.
    failure_code text,
    reason text,
    -- The card's bank said that no further try can succeed.
    hard_decline boolean not null default false,
    -- Somebody wants it ended at the gateway: its orders are gone, paid, or paid otherwise.
    closing boolean not null default false,
    -- When the gateway was first asked to act, written before.
    attempted_at timestamptz,
    -- Looks so far since its outcome was lost.
    tries integer not null default 0 check (tries >= 0),
    -- When the gateway is asked about it next; null: not before it tells.
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

  -- What a payment pays for; several orders may share one.
  create table payment_orders (
    payment_id integer not null references payments,
    order_id integer not null references orders,
    -- waiting: for the attempt before it to be closed; open: money may come for it; over.
    stage text not null default 'waiting' check (stage in ('waiting', 'open', 'over')),
    primary key (payment_id, order_id)
  );
  create unique index payment_orders_one_open on payment_orders (order_id) where stage = 'open';
  create unique index payment_orders_one_waiting on payment_orders (order_id) where stage = 'waiting';
  create index payment_orders_order on payment_orders (order_id, payment_id);

  -- A payment that has ended is no attempt any more, whoever ended it.
  create function end_payment_orders() returns trigger language plpgsql as $$
  begin
    update payment_orders set stage = 'over' where payment_id = new.id and stage <> 'over';
    return null;
  end $$;
  create trigger end_payment_orders after update of state on payments
    for each row when (new.state in ('succeeded', 'failed') and old.state not in ('succeeded', 'failed'))
    execute function end_payment_orders();

  -- Money that a gateway said has come, each once: it is posted with this row.
  create table payment_receipts (
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    -- The gateway's name for the movement of money.
    receipt text not null check (receipt <> ''),
    payment_id integer not null references payments,
    amount bigint not null check (amount > 0),
    entry_id integer not null unique references ledger_entries,
    received_at timestamptz not null default now(),
    primary key (gateway, receipt)
  );
  create index payment_receipts_payment on payment_receipts (payment_id);

  -- Money that goes back to who paid: taken from the balance with the row, and returned to it if the gateway refuses.
  create table payment_refunds (
    id integer generated always as identity primary key,
    payment_id integer not null references payments,
    amount bigint not null check (amount > 0),
    -- A refund that had left may come back from the payer's bank: then it has failed all the same.
    state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
    -- The key by which the gateway knows a repeated request.
    reference text not null unique check (reference <> ''),
    gateway_id text,
    reason text,
    attempted_at timestamptz,
    -- Looks so far since the gateway took it, and the next one; null: nobody waits for it to leave.
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

  -- What gateways send, as it came, once its signature was verified.
  create table webhook_deliveries (
    id integer generated always as identity primary key,
    gateway text not null check (gateway in ('bank', 'sandbox', 'stripe')),
    event_id text not null check (event_id <> ''),
    event_type text not null,
    body bytea not null,
    -- Of what it is about, where that was known when it came: each account's are handled in turn.
    account_id integer references accounts,
    received_at timestamptz not null default now(),
    handled_at timestamptz,
    -- What it led to: ignored, or the payment, dispute or card that it was about.
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
    -- What the balance did not cover, which was written off.
    written_off bigint not null default 0 check (written_off between 0 and amount),
    -- The account orders nothing while it is open, or lost and not settled.
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

  -- Credits of the operator's bank account, from its statements. One without a payment is for the operator to look at.
  create table bank_statement_lines (
    id integer generated always as identity primary key,
    -- The statement's own identification, and the line's within it.
    statement text not null check (statement <> ''),
    line text not null check (line <> ''),
    booked_on text not null check (booked_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    amount bigint not null check (amount > 0),
    currency text not null check (currency ~ '^[A-Z]{3}$'),
    payer text not null default '',
    payer_iban text not null default '',
    -- What the payer wrote.
    text text not null default '',
    payment_id integer references payments,
    -- For the operator: what it may be for, and why it was not taken as that.
    hint text,
    imported_at timestamptz not null default now(),
    -- When it became the money of its payment.
    landed_at timestamptz,
    constraint bank_statement_lines_once unique (statement, line)
  );
  create index bank_statement_lines_payment on bank_statement_lines (payment_id) where payment_id is not null;
  create index bank_statement_lines_unmatched on bank_statement_lines (id) where payment_id is null;
  create index bank_statement_lines_to_land on bank_statement_lines (id) where payment_id is not null and landed_at is null;

  -- Since when the account orders nothing, since a payment of it is disputed. Read with the balance, which every order holds.
  alter table ledger_accounts add column orders_frozen_at timestamptz;
`;
