/**
 * Affiliates: who brought which account, and what they get for its orders. Each entry of the ledger by which a referred account pays for an
 * order, or gets money for it back, is queued in its own transaction, by the id of nothing that others hold; a job makes a conversion of it
 * (jobs/settle-affiliates.ts). So an order waits for no affiliate, and an entry counts exactly once, however late.
 */
export const AFFILIATES = `
  create table affiliates (
    account_id integer primary key references accounts,
    -- Of net amounts; that of the terms when it was activated, as promised then.
    percentage integer not null check (percentage between 0 and 100),
    activated_at timestamptz not null,
    next_payout_at timestamptz not null,
    -- Sums of its conversions, in cents, that its reads need not add up: net that stayed paid, and commission that is not approved yet.
    turnover bigint not null default 0 check (turnover >= 0),
    pending bigint not null default 0 check (pending >= 0),
    -- What the ledger owes it (affiliate_payable). Negative: orders were refunded after their commission was paid out.
    payable bigint not null default 0,
    paid_out bigint not null default 0 check (paid_out >= 0)
  );
  create index affiliates_next_payout on affiliates (next_payout_at);

  -- All codes that an affiliate ever had; each goes on working.
  create table affiliate_codes (
    id integer generated always as identity primary key,
    affiliate_id integer not null references affiliates,
    code text not null check (code ~ '^[A-Za-z0-9_-]{5,20}$'),
    -- Whether it is the one that is shown.
    current boolean not null default true,
    created_at timestamptz not null
  );
  create unique index affiliate_codes_code on affiliate_codes (lower(code));
  create unique index affiliate_codes_current on affiliate_codes (affiliate_id) where current;
  create index affiliate_codes_affiliate on affiliate_codes (affiliate_id);

  -- Who brought an account, once and for good. No account is among those who brought its affiliate (domain/affiliates/attribute.ts).
  create table referrals (
    account_id integer primary key references accounts,
    affiliate_id integer not null references affiliates,
    code_id integer not null references affiliate_codes,
    attributed_at timestamptz not null,
    constraint referrals_not_self check (account_id <> affiliate_id)
  );
  create index referrals_affiliate on referrals (affiliate_id);
  create index referrals_code on referrals (code_id);

  -- The paid orders of referred accounts.
  create table affiliate_conversions (
    id integer generated always as identity primary key,
    affiliate_id integer not null references affiliates,
    order_id integer not null unique references orders,
    percentage integer not null check (percentage between 0 and 100),
    -- What the order cost, and what of that came back.
    net bigint not null check (net > 0),
    refunded bigint not null default 0 check (refunded between 0 and net),
    -- Of what stayed paid, rounded down to the cent.
    commission bigint not null check (commission >= 0),
    status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
    -- When the order was paid.
    created_at timestamptz not null,
    approve_at timestamptz not null,
    approved_at timestamptz,
    -- By which the ledger owes the commission as it was then; null also when that was nothing.
    entry_id integer unique references ledger_entries,
    constraint affiliate_conversions_status check ((status in ('approved', 'paid')) <= (approved_at is not null)
      and (status <> 'pending' or approved_at is null) and (status <> 'reversed' or refunded = net))
  );
  create index affiliate_conversions_affiliate on affiliate_conversions (affiliate_id, id);
  create index affiliate_conversions_pending on affiliate_conversions (approve_at) where status = 'pending';
  create index affiliate_conversions_approved on affiliate_conversions (affiliate_id) where status = 'approved';

  -- The entries that a conversion is made of, each once: the order's payment and its refunds.
  create table affiliate_movements (
    entry_id integer primary key references ledger_entries,
    conversion_id integer not null references affiliate_conversions,
    -- By which each changed the conversion; those of refunds are negative.
    net bigint not null,
    commission bigint not null,
    -- The entry by which the ledger took the commission back, when it owed it already.
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

  -- Entries that are no part of a conversion yet. Without foreign keys, which would be looked up in each order's transaction.
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
