/**
 * What is paid for: a row for every server, addon of a server, floating IP and support plan, with its term and its price. The thing
 * itself has a row with the same id in a table of its own (`servers`, `addons`), which repeats nothing of this one.
 */
export const SERVICES = `
  create table services (
    id integer generated always as identity primary key,
    -- Of those that are sold (domain/services/registry.ts).
    type text not null check (type in ('server', 'server-addon', 'floating-ip', 'support-plan')),
    account_id integer not null references accounts,
    -- The server of an addon: it is renewed with it, and ends with it.
    parent_id integer references services,
    -- Which of its type it is, by its key in the catalogue: of an addon \`backups\`, \`cpanel\` ..., of a floating IP and of support its plan. Null: a
    -- server, whose plan is in its own row.
    key text check (key <> ''),
    status text not null check (status in ('awaiting_payment', 'processing', 'active', 'suspended', 'terminated')),
    -- Of seats, addresses, TB ...
    quantity integer not null default 1 check (quantity > 0),
    -- Months.
    billing_cycle integer not null check (billing_cycle > 0),
    -- Net cents for one billing cycle of all of them, without discounts.
    renew_price bigint not null check (renew_price >= 0),
    -- The promo code that it was ordered with.
    promo_code text check (promo_code <> ''),
    -- What promo codes took off of the time that is paid, and what time is worth that was given: [{net, from, to}] (model/pricing/paid-value.ts).
    discounts jsonb not null default '[]',
    auto_renew boolean not null default true,
    created_at timestamptz not null default now(),
    activated_at timestamptz,
    -- From when its periods are counted; set together with expiry_at.
    billing_anchor timestamptz,
    -- Until when it is paid, or the staff lets it last (\`term_changes\`).
    expiry_at timestamptz,
    -- Not suspended for lack of payment before that; null: when it expires. It moves by as long as we were away (jobs/heartbeat.ts).
    suspend_after timestamptz,
    -- From when its grace period counts: when it was suspended, or its end asked for after that. It moves by as long as the API was away.
    suspended_at timestamptz,
    -- Since when the staff has it suspended, and why, as its owner reads it: nothing but the staff resumes it, whatever is paid. Of what stands by itself
    -- alone: addons follow their server.
    staff_suspended_at timestamptz,
    staff_suspend_reason text check (staff_suspend_reason <> ''),
    ended_at timestamptz,
    -- Of what ended before its time: how what came back of it came about (model/pricing/explanation.ts).
    end_steps jsonb,
    constraint services_anchored check (expiry_at is null or billing_anchor is not null),
    constraint services_parent check ((type = 'server-addon') = (parent_id is not null)),
    constraint services_staff_suspended check (
      (staff_suspended_at is null) = (staff_suspend_reason is null)
      and (staff_suspended_at is null or (parent_id is null and status in ('suspended', 'terminated')))
    ),
    constraint services_key check ((type = 'server') = (key is null))
  );
  -- Lists of one account: newest first, by state, by end of the period.
  create index services_account_created on services (account_id, type, created_at, id);
  create index services_account_status on services (account_id, type, status, created_at, id);
  create index services_account_expiry on services (account_id, type, expiry_at, id);
  -- For the jobs that renew, remind and suspend.
  create index services_expiry on services (expiry_at, id) where status = 'active';
  create index services_suspended on services (suspended_at, id) where status = 'suspended';
  create index services_parent on services (parent_id) where parent_id is not null;
  -- One addon of a key for a server; an order that waits for its money counts, since it would be delivered when it is paid.
  create unique index services_addon_once on services (parent_id, key) where status <> 'terminated';

  -- An account has one, an order for one included.
  create unique index services_support_plan_once on services (account_id) where type = 'support-plan' and status <> 'terminated';

  -- That a service shall end: at once, or when what is paid is used up. It goes when it is withdrawn.
  create table cancel_requests (
    id integer generated always as identity primary key,
    service_id integer not null unique references services,
    -- Suspended at once; otherwise when it expires. It ends when the grace period after that is over.
    now boolean not null,
    -- Of the customer.
    reason text,
    created_at timestamptz not null default now()
  );

  -- What addons of servers are, but for what every service has. Read \`addons\`.
  create table addon_details (
    id integer primary key references services,
    -- Of \`backups\`: when the next weekly one is due; null: not planned yet.
    next_backup_at timestamptz
  );
  create index addon_details_next_backup on addon_details (next_backup_at nulls first);

  create view addons as
    select d.*, v.parent_id as server_id, v.key, v.account_id, v.status, v.quantity, v.billing_cycle, v.renew_price, v.promo_code,
      v.discounts, v.auto_renew, v.created_at,
      v.activated_at, v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at
    from services v join addon_details d on d.id = v.id;
`;
