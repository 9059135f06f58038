/**
 * Affiliates: who referred which account, and the commission for its orders.
 *
 * A referred account's payment for an order, or a refund, is an entry of the ledger. Each entry is queued in its own transaction, which
 * locks nothing that others lock. A job turns the entry into a conversion (jobs/settle-affiliates.ts). Orders therefore never wait for an
 * affiliate, and an entry counts exactly once, however late.
 */
export const AFFILIATES = `
  create table affiliates (
    account_id integer primary key references accounts,
    -- Percentage of net amounts, as the terms promised at activation.
    percentage integer not null check (percentage between 0 and 100),
    activated_at timestamptz not null,
    next_payout_at timestamptz not null,
    -- Sums of the conversions in cents: net that stayed paid, and commission that is not approved yet. Reads need not add them up.
    turnover bigint not null default 0 check (turnover >= 0),
    pending bigint not null default 0 check (pending >= 0),
    -- Cents that the ledger owes the affiliate (affiliate_payable). Negative if orders were refunded after their commission was paid out.
    payable bigint not null default 0,
    paid_out bigint not null default 0 check (paid_out >= 0)
  );
  create index affiliates_next_payout on affiliates (next_payout_at);

  -- All codes that an affiliate ever had. Previous codes still work.
  create table affiliate_codes (
    id integer generated always as identity primary key,
    affiliate_id integer not null references affiliates,
    code text not null check (code ~ '^[A-Za-z0-9_-]{5,20}$'),
    -- True for the code that is shown.
    current boolean not null default true,
    created_at timestamptz not null
  );
  create unique index affiliate_codes_code on affiliate_codes (lower(code));
  create unique index affiliate_codes_current on affiliate_codes (affiliate_id) where current;
  create index affiliate_codes_affiliate on affiliate_codes (affiliate_id);

  -- Affiliate that referred an account, set once. An account is never among those that referred its affiliate
  -- (domain/affiliates/attribute.ts).
  create table referrals (
    account_id integer primary key references accounts,
    affiliate_id integer not null references affiliates,
    code_id integer not null references affiliate_codes,
    attributed_at timestamptz not null,
    constraint referrals_not_self check (account_id <> affiliate_id)
  );
  create index referrals_affiliate on referrals (affiliate_id);
  create index referrals_code on referrals (code_id);

  -- Paid orders of referred accounts.
  create table affiliate_conversions (
    id integer generated always as identity primary key,
    affiliate_id integer not null references affiliates,
    order_id integer not null unique references orders,
    percentage integer not null check (percentage between 0 and 100),
    -- Net cents that the order cost, and net cents that were refunded.
    net bigint not null check (net > 0),
    refunded bigint not null default 0 check (refunded between 0 and net),
    -- Commission in cents for the amount that stayed paid, rounded down.
    commission bigint not null check (commission >= 0),
    status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
    -- Time at which the order was paid.
    created_at timestamptz not null,
    approve_at timestamptz not null,
    approved_at timestamptz,
    -- Ledger entry that made the commission payable. Null before that, and if the commission was zero then.
    entry_id integer unique references ledger_entries,
    constraint affiliate_conversions_status check ((status in ('approved', 'paid')) <= (approved_at is not null)
      and (status <> 'pending' or approved_at is null) and (status <> 'reversed' or refunded = net))
  );
  create index affiliate_conversions_affiliate on affiliate_conversions (affiliate_id, id);
  create index affiliate_conversions_pending on affiliate_conversions (approve_at) where status = 'pending';
  create index affiliate_conversions_approved on affiliate_conversions (affiliate_id) where status = 'approved';

  -- Ledger entries of a conversion, each once: the order's payment and its refunds.
  create table affiliate_movements (
    entry_id integer primary key references ledger_entries,
    conversion_id integer not null references affiliate_conversions,
    -- Changes of the conversion in cents, negative for refunds.
    net bigint not null,
    commission bigint not null,
    -- Entry by which the ledger took back a commission that it already owed.
    reversal_id integer unique references ledger_entries
  );
  create index affiliate_movements_conversion on affiliate_movements (conversion_id);

  create table affiliate_payouts (
    id integer generated always as identity primary key,
    affiliate_id integer not null references affiliates,
    amount bigint not null check (amount > 0),
    entry_id integer not null unique references ledger_entries,
    created_at timestamptz not null
  );
  create index affiliate_payouts_affiliate on affiliate_payouts (affiliate_id, id);

  -- Entries that are not part of a conversion yet. Without foreign keys, whose checks would run in each order's transaction.
  create table affiliate_due (
    entry_id integer primary key,
    order_id integer not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
  create index affiliate_due_order on affiliate_due (order_id);

  create function queue_conversion() returns trigger language plpgsql as $$
  begin
    insert into affiliate_due (entry_id, order_id)
      select new.id, new.order_id from referrals r where r.account_id = new.account_id;
    return null;
  end $$;
  create trigger queue_conversion after insert on ledger_entries
    for each row when (new.kind in ('payment', 'refund') and new.order_id is not null) execute function queue_conversion();

  ${['affiliate_movements', 'affiliate_payouts', 'referrals']
    .map(
      (table) => `create trigger append_only before update or delete or truncate on ${table}
    for each statement execute function refuse_change();`,
    )
    .join('\n  ')}
`;
