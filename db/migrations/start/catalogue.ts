/** What is sold, and how it is paid: plans, addons, images ... and promo codes. Rows are disabled, never deleted. */
export const CATALOGUE = `
  create table plans (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    type text not null check (type <> ''),
    name text not null,
    vcpus integer not null check (vcpus > 0),
    dedicated_cpu boolean not null,
    memory_mb integer not null check (memory_mb > 0),
    disk_gb integer not null check (disk_gb > 0),
    -- TB a month; 0 is unmetered.
    bandwidth_tb integer not null check (bandwidth_tb >= 0),
    network_speed_mbps integer not null check (network_speed_mbps > 0),
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    -- Net cents a month.
    price bigint not null check (price >= 0),
    position integer not null default 0,
    disabled_at timestamptz,
    -- Reads and writes a second, of the node's disk; null: no limit.
    disk_iops integer check (disk_iops > 0),
    disk_mb_per_second integer check (disk_mb_per_second > 0)
  );

  -- What can be bought for a server besides its plan.
  create table addon_products (
    id integer generated always as identity primary key,
    -- By which an order names it: \`backups\`, \`cpanel-admin-5\`.
    key text not null unique check (key <> ''),
    -- What it does.
    kind text not null check (kind in ('backups', 'extra-ipv4', 'extra-ipv4-ddos', 'extra-ipv6', 'bandwidth', 'cpanel', 'seats')),
    name text not null check (name <> ''),
    -- Net cents a month of each of them.
    price bigint not null check (price >= 0),
    -- How many of them a server can have.
    maximum integer not null default 1 check (maximum > 0),
    -- The operator delivers it by hand, and is told.
    bills_only boolean not null default false,
    position integer not null default 0,
    disabled_at timestamptz
  );

  -- The plans that an addon is sold for; of one that is in no row, all.
  create table plan_addons (
    addon_product_id integer not null references addon_products,
    plan_id integer not null references plans,
    primary key (addon_product_id, plan_id)
  );
  create index plan_addons_plan on plan_addons (plan_id);

  -- Codes that lower the price of servers.
  create table promo_codes (
    id integer generated always as identity primary key,
    code text not null check (code <> ''),
    percentage integer not null check (percentage between 1 and 100),
    -- Months that must be paid at once.
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    applies_to text not null check (applies_to in ('new', 'renewal', 'both')),
    -- Whether customers find it with the plan.
    listed boolean not null default true,
    valid_from timestamptz,
    -- It holds before that.
    valid_until timestamptz,
    -- Orders that may use it; null: any number.
    most_uses integer check (most_uses > 0),
    most_uses_per_account integer check (most_uses_per_account > 0),
    position integer not null default 0,
    disabled_at timestamptz,
    constraint promo_codes_valid check (valid_until > valid_from)
  );
  create unique index promo_codes_code on promo_codes (lower(code));

  -- The plans that a promo code holds for; of one that is in no row, all.
  create table promo_code_plans (
    promo_code_id integer not null references promo_codes,
    plan_id integer not null references plans,
    primary key (promo_code_id, plan_id)
  );
  create index promo_code_plans_plan on promo_code_plans (plan_id);

  -- What a floating IP costs, by the kind of its address.
  create table floating_ip_plans (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    kind text not null check (kind in ('ipv4', 'ipv4-ddos', 'ipv6')),
    name text not null check (name <> ''),
    -- Net cents a month.
    price bigint not null check (price >= 0),
    position integer not null default 0,
    disabled_at timestamptz
  );

  create table support_plans (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null check (name <> ''),
    -- Net cents a month.
    price bigint not null check (price >= 0),
    features text[] not null default '{}',
    -- Within which support answers, counted in its working hours, or around the clock; null: whenever it can.
    response_minutes integer check (response_minutes > 0),
    around_the_clock boolean not null default false,
    -- Of the price of a month, for each answer that comes later.
    credit_percentage integer not null default 0 check (credit_percentage between 0 and 100),
    position integer not null default 0,
    disabled_at timestamptz,
    constraint support_plans_credit check (response_minutes is not null or credit_percentage = 0)
  );

  -- When support works: one row, or none, which is Monday to Friday from 9 to 17 (UTC).
  create table support_hours (
    only_one boolean primary key default true check (only_one),
    -- IANA name: the hours are its.
    time_zone text not null check (time_zone <> ''),
    -- Of each day \`09:00-17:00\`, or \`closed\`.
    monday text not null,
    tuesday text not null,
    wednesday text not null,
    thursday text not null,
    friday text not null,
    saturday text not null,
    sunday text not null,
    -- \`2026-12-25\`: closed on that day.
    holidays text[] not null default '{}'
  );

  -- Where tickets are sent to.
  create table support_departments (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null check (name <> ''),
    position integer not null default 0,
    -- Since when no new ticket is sent there.
    disabled_at timestamptz
  );

  -- Ways in which money comes in; the balance is always one of them, and has no row.
  create table payment_methods (
    key text primary key check (key in ('card', 'bank', 'bitcoin', 'bitcoin-ln')),
    -- Of the payments port.
    driver text not null check (driver <> ''),
    name text not null check (name <> ''),
    -- Cents of one payment; null: no limit.
    minimum bigint check (minimum > 0),
    maximum bigint check (maximum > 0),
    saves_card boolean not null default false,
    enabled boolean not null default true,
    position integer not null default 0,
    constraint payment_methods_limits check (maximum >= minimum)
  );

  -- One row, as soon as there are any.
  create table affiliate_terms (
    only_one boolean primary key default true check (only_one),
    -- Of the net amount of an order.
    percentage integer not null check (percentage between 0 and 100),
    -- For how long after a visit an account that signs up counts.
    attribution_days integer not null check (attribution_days > 0),
    -- For how long a conversion waits, since its order may be refunded.
    hold_days integer not null check (hold_days >= 0),
    -- Cents.
    payout_minimum bigint not null check (payout_minimum >= 0),
    payout_every_days integer not null check (payout_every_days > 0)
  );

  create table image_groups (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null,
    type text not null check (type in ('os', 'app')),
    icon text not null default '',
    position integer not null default 0,
    coming_soon boolean not null default false
  );

  create table images (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null,
    group_id integer not null references image_groups,
    virtualization text not null default 'kvm' check (virtualization <> ''),
    minimum_ram_gb integer not null default 1 check (minimum_ram_gb > 0),
    eol boolean not null default false,
    ssh_keys_support boolean not null default false,
    amd_sev_supported boolean not null default false,
    position integer not null default 0,
    path text not null check (path <> ''),
    format text not null check (format in ('qcow2', 'raw')),
    disabled_at timestamptz
  );
  create index images_group on images (group_id);

  -- The image of servers that are installed from an ISO: never on sale, always there.
  insert into image_groups (key, name, type, position) values ('custom', 'Custom', 'os', 1000);
  insert into images (key, name, group_id, path, format, disabled_at)
    select 'custom', 'Own ISO', id, '/dev/null', 'raw', now() from image_groups where key = 'custom';
`;
