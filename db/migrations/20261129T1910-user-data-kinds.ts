/** Records the kind of each server's user data, and what each image can use and needs (docs/decisions/user-data.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const USER_DATA_KINDS = `
  -- Data of earlier releases were run as scripts.
  alter table server_details add column startup_script_kind text not null default 'script'
    check (startup_script_kind in ('script', 'cloud-config', 'template', 'boothook', 'mime'));
  comment on column server_details.startup_script_kind is 'Kind of the user data in startup_script. The first line decides when the data is given.';

  create or replace view servers as
    select d.id, d.node_id, d.plan_id, d.image_id, d.hostname, d.power, d.status_reason, d.vcpus, d.memory_mb, d.disk_gb,
      d.network_speed_mbps, d.bandwidth_tb, d.root_password_hash, d.startup_script, d.boot_id, d.ssh_host, d.ssh_port, d.rescue,
      d.network_suspended, d.holds_capacity, d.updated_at, d.source_copy_id, d.seed_version, d.seed_waits, d.rescue_seed,
      d.primary_iso_id, d.secondary_iso_id, d.boot_iso, d.disk_replaced_by, d.dedicated_cpu, d.crashed_at, d.crash_starts,
      d.startup_script_at, v.account_id, v.status, v.billing_cycle, v.renew_price, v.promo_code, v.discounts, v.auto_renew,
      v.created_at, v.activated_at, v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at,
      -- Reason that the owner reads. The reason of the staff is written for the owner and comes before all others.
      case
        when v.staff_ends_at is not null and v.status <> 'terminated'
        then 'Our staff ends this server on ' || to_char(v.staff_ends_at at time zone 'UTC', 'FMDD Mon YYYY HH24:MI') || ' UTC: '
          || (select e.reason from service_ends e where e.service_id = v.id and e.undone_at is null)
        when v.status = 'suspended' and v.staff_suspend_reason is not null
        then 'Our staff has suspended this server: ' || v.staff_suspend_reason
        else d.status_reason end as shown_reason,
      v.staff_ends_at, d.startup_script_kind
    from services v join server_details d on d.id = v.id;

  alter table images
    add column user_data text,
    add column minimum_disk_gb integer check (minimum_disk_gb > 0);
  -- An update would leave events of triggers, which keep later migrations of the same transaction from altering the table.
  alter table images
    alter column user_data type text using case when key = 'tiny' then 'script' else 'cloud-init' end,
    alter column user_data set default 'cloud-init',
    alter column user_data set not null,
    add check (user_data in ('cloud-init', 'script'));
  comment on column images.user_data is 'Kinds of user data that the image can use: all that cloud-init knows, or scripts only.';
  comment on column images.minimum_disk_gb is 'Size of the disk in the file, rounded up. Smaller plans are refused. Null until it was measured.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(USER_DATA_KINDS)).execute(db);
}
