/** Products, and the ways to pay for them: plans, addons, images, promo codes and others. Rows are disabled, never deleted. */
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
    -- TB per month. 0 if unmetered.
    bandwidth_tb integer not null check (bandwidth_tb >= 0),
    network_speed_mbps integer not null check (network_speed_mbps > 0),
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    -- Net cents per month.
    price bigint not null check (price >= 0),
    position integer not null default 0,
    disabled_at timestamptz,
    -- Reads and writes per second on the node's disk. Null for no limit.
    disk_iops integer check (disk_iops > 0),
    disk_mb_per_second integer check (disk_mb_per_second > 0)
  );

  -- Products that a server can have in addition to its plan.
  create table addon_products (
    id integer generated always as identity primary key,
    -- Key of the product in orders: \`backups\`, \`cpanel-admin-5\`.
    key text not null unique check (key <> ''),
    -- Effect of the addon.
    kind text not null check (kind in ('backups', 'extra-ipv4', 'extra-ipv4-ddos', 'extra-ipv6', 'bandwidth', 'cpanel', 'seats')),
    name text not null check (name <> ''),
    -- Net cents per month for each unit.
    price bigint not null check (price >= 0),
    -- Maximum number per server.
    maximum integer not null default 1 check (maximum > 0),
    -- True if the operator delivers the addon by hand, after a notification.
    bills_only boolean not null default false,
    position integer not null default 0,
    disabled_at timestamptz
  );

  -- Plans that an addon is sold for. An addon without a row is sold for all plans.
  create table plan_addons (
    addon_product_id integer not null references addon_products,
    plan_id integer not null references plans,
    primary key (addon_product_id, plan_id)
  );
  create index plan_addons_plan on plan_addons (plan_id);

  -- Codes that reduce the price of servers.
  create table promo_codes (
    id integer generated always as identity primary key,
    code text not null check (code <> ''),
    percentage integer not null check (percentage between 1 and 100),
    -- Minimum number of months that must be paid at once.
    minimum_billing_cycle integer not null default 1 check (minimum_billing_cycle > 0),
    applies_to text not null check (applies_to in ('new', 'renewal', 'both')),
    -- True if customers see the code with the plan.
    listed boolean not null default true,
    valid_from timestamptz,
    -- End of the validity, exclusive.
    valid_until timestamptz,
    -- Maximum number of orders that may use the code. Null for any number.
    most_uses integer check (most_uses > 0),
    most_uses_per_account integer check (most_uses_per_account > 0),
    position integer not null default 0,
    disabled_at timestamptz,
    constraint promo_codes_valid check (valid_until > valid_from)
  );
  create unique index promo_codes_code on promo_codes (lower(code));

  -- Plans that a promo code applies to. A code without a row applies to all plans.
  create table promo_code_plans (
    promo_code_id integer not null references promo_codes,
    plan_id integer not null references plans,
    primary key (promo_code_id, plan_id)
  );
  create index promo_code_plans_plan on promo_code_plans (plan_id);

  -- Prices of floating IPs by the kind of address.
  create table floating_ip_plans (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    kind text not null check (kind in ('ipv4', 'ipv4-ddos', 'ipv6')),
    name text not null check (name <> ''),
    -- Net cents per month.
    price bigint not null check (price >= 0),
    position integer not null default 0,
    disabled_at timestamptz
  );

  create table support_plans (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null check (name <> ''),
    -- Net cents per month.
    price bigint not null check (price >= 0),
    features text[] not null default '{}',
    -- Promised response time in minutes, counted in working hours or around the clock. Null if none is promised.
    response_minutes integer check (response_minutes > 0),
    around_the_clock boolean not null default false,
    -- Percentage of a month's price that is credited for each late answer.
    credit_percentage integer not null default 0 check (credit_percentage between 0 and 100),
    position integer not null default 0,
    disabled_at timestamptz,
    constraint support_plans_credit check (response_minutes is not null or credit_percentage = 0)
  );

  -- Working hours of support: one row, or none for Monday to Friday from 9 to 17 (UTC).
  create table support_hours (
    only_one boolean primary key default true check (only_one),
    -- IANA name of the time zone of these hours.
    time_zone text not null check (time_zone <> ''),
    -- Hours of each day as \`09:00-17:00\`, or \`closed\`.
    monday text not null,
    tuesday text not null,
    wednesday text not null,
    thursday text not null,
    friday text not null,
    saturday text not null,
    sunday text not null,
    -- Days on which support is closed: \`2026-12-25\`.
    holidays text[] not null default '{}'
  );

  -- Departments that receive tickets.
  create table support_departments (
    id integer generated always as identity primary key,
    key text not null unique check (key <> ''),
    name text not null check (name <> ''),
    position integer not null default 0,
    -- Time from which the department gets no new tickets. Null if enabled.
    disabled_at timestamptz
  );

  -- Payment methods. The balance is always available and has no row.
  create table payment_methods (
    key text primary key check (key in ('card', 'bank', 'bitcoin', 'bitcoin-ln')),
    -- Driver of the payments port.
    driver text not null check (driver <> ''),
    name text not null check (name <> ''),
    -- Minimum and maximum of one payment in cents. Null for no limit.
    minimum bigint check (minimum > 0),
    maximum bigint check (maximum > 0),
    saves_card boolean not null default false,
    enabled boolean not null default true,
    position integer not null default 0,
    constraint payment_methods_limits check (maximum >= minimum)
  );

  -- Terms for affiliates: one row, or none before the terms are set.
  create table affiliate_terms (
    only_one boolean primary key default true check (only_one),
    -- Percentage of an order's net amount.
    percentage integer not null check (percentage between 0 and 100),
    -- Days after a visit during which a new account is attributed to the affiliate.
    attribution_days integer not null check (attribution_days > 0),
    -- Days that a conversion waits, since its order may be refunded.
    hold_days integer not null check (hold_days >= 0),
    -- Minimum payout in cents.
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
    -- File of the image. A relative path is below the engine directory of each node.
    path text not null check (path <> ''),
    format text not null check (format in ('qcow2', 'raw')),
    disabled_at timestamptz
  );
  create index images_group on images (group_id);

  -- Image of servers that are installed from an ISO. It is never on sale and always present.
  insert into image_groups (key, name, type, position) values ('custom', 'Custom', 'os', 1000);
  insert into images (key, name, group_id, path, format, disabled_at)
    select 'custom', 'Own ISO', id, '/dev/null', 'raw', now() from image_groups where key = 'custom';
`;
