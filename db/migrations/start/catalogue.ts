/** What is sold: plans, and the images that servers are built from. Rows are disabled, never deleted. */
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
