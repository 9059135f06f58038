/**
 * Services that are paid for. Every server, addon of a server, floating IP and support plan has a row with its term and price. The product
 * itself has a row with the same id in its own table (`servers`, `addons`), which repeats no column.
 */
export const SERVICES = `
  create table services (
    id integer generated always as identity primary key,
    -- Type of service (domain/services/registry.ts).
    type text not null check (type in ('server', 'server-addon', 'floating-ip', 'support-plan')),
    account_id integer not null references accounts,
    -- Server of an addon. The addon is renewed and ends with that server.
    parent_id integer references services,
    -- Key in the catalogue: \`backups\`, \`cpanel\` and so on for an addon, the plan for a floating IP or for support. Null for a server,
    -- whose plan is in its own row.
    key text check (key <> ''),
    status text not null check (status in ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated')),
    -- Number of seats, addresses, TB and so on.
    quantity integer not null default 1 check (quantity > 0),
    -- Length in months.
    billing_cycle integer not null check (billing_cycle > 0),
    -- Net cents per billing cycle for the whole quantity, without discounts.
    renew_price bigint not null check (renew_price >= 0),
    -- Promo code of the order.
    promo_code text check (promo_code <> ''),
    -- Discounts of promo codes on the paid time, and the value of time that was given: [{net, from, to}] (model/pricing/paid-value.ts).
    discounts jsonb not null default '[]',
    auto_renew boolean not null default true,
    created_at timestamptz not null default now(),
    activated_at timestamptz,
    -- Time from which periods are counted. Set together with expiry_at.
    billing_anchor timestamptz,
    -- End of the paid time, or the end that the staff set (\`term_changes\`).
    expiry_at timestamptz,
    -- Earliest time of a suspension for lack of payment. Null if the expiry applies. It moves by the length of an outage (jobs/heartbeat.ts).
    suspend_after timestamptz,
    -- Start of the grace period: time of the suspension, or of a later cancellation. It moves by the length of an outage of the API.
    suspended_at timestamptz,
    -- Time of a suspension by the staff, and its reason, which the owner reads. Only the staff ends it, whatever is paid. Never set for
    -- addons, which follow their server.
    staff_suspended_at timestamptz,
    staff_suspend_reason text check (staff_suspend_reason <> ''),
    ended_at timestamptz,
    -- Calculation of the refund, if the service ended early (model/pricing/explanation.ts).
    end_steps jsonb,
    constraint services_anchored check (expiry_at is null or billing_anchor is not null),
    constraint services_parent check ((type = 'server-addon') = (parent_id is not null)),
    constraint services_staff_suspended check (
      (staff_suspended_at is null) = (staff_suspend_reason is null)
      and (staff_suspended_at is null or (parent_id is null and status in ('suspended', 'terminated')))
    ),
    constraint services_key check ((type = 'server') = (key is null))
  );
  -- For lists of one account: newest first, by state, by end of the period.
  create index services_account_created on services (account_id, type, created_at, id);
  create index services_account_status on services (account_id, type, status, created_at, id);
  create index services_account_expiry on services (account_id, type, expiry_at, id);
  -- For the jobs that renew, remind and suspend.
  create index services_expiry on services (expiry_at, id) where status = 'active';
  create index services_suspended on services (suspended_at, id) where status = 'suspended';
  create index services_parent on services (parent_id) where parent_id is not null;
  -- A server has one addon per key. A waiting order counts, since it would be delivered once it is paid.
  create unique index services_addon_once on services (parent_id, key) where status <> 'terminated';

  -- An account has at most one, including orders for one.
  create unique index services_support_plan_once on services (account_id) where type = 'support-plan' and status <> 'terminated';

  -- Cancellations of services: at once, or at the end of the paid time. A withdrawn cancellation is deleted.
  create table cancel_requests (
    id integer generated always as identity primary key,
    service_id integer not null unique references services,
    -- True to suspend at once, otherwise at the expiry. The service ends after the grace period that follows.
    now boolean not null,
    -- Reason that the customer gave.
    reason text,
    created_at timestamptz not null default now()
  );

  -- Addons of servers without the columns that every service has. Read \`addons\` instead.
  create table addon_details (
    id integer primary key references services,
    -- Time of the next weekly backup, for \`backups\`. Null if not planned yet.
    next_backup_at timestamptz
  );
  create index addon_details_next_backup on addon_details (next_backup_at nulls first);

  create view addons as
    select d.*, v.parent_id as server_id, v.key, v.account_id, v.status, v.quantity, v.billing_cycle, v.renew_price, v.promo_code,
      v.discounts, v.auto_renew, v.created_at,
      v.activated_at, v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at
    from services v join addon_details d on d.id = v.id;
`;
