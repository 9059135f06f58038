import type { Exported } from './define.ts';

const PACKED = 'measurements, packed; the metrics of the API show them';

/** Export of servers and other paid services, with their addresses and disks. */
export const SERVICES = {
  services: [
    {
      file: 'services',
      what: 'servers, addons, floating IPs and support plans',
      atATime: 50,
      columns: `id type parent_id key status quantity billing_cycle renew_price promo_code discounts auto_renew created_at activated_at
        billing_anchor expiry_at suspended_at staff_suspended_at staff_suspend_reason staff_ends_at ended_at end_steps`,
      withheld: 'account_id suspend_after',
    },
  ],
  server_details: [
    {
      within: 'services',
      as: 'server',
      by: 'id',
      one: true,
      columns: `plan_id image_id hostname power status_reason vcpus memory_mb disk_gb network_speed_mbps bandwidth_tb startup_script
        startup_script_at startup_script_kind ssh_host ssh_port rescue network_suspended updated_at source_copy_id primary_iso_id secondary_iso_id boot_iso
        dedicated_cpu crashed_at crash_starts`,
      withheld: 'id node_id root_password_hash boot_id holds_capacity seed_version seed_waits rescue_seed disk_replaced_by',
    },
  ],
  addon_details: [{ within: 'services', as: 'addon', by: 'id', one: true, columns: 'next_backup_at', withheld: 'id' }],
  floating_ip_details: [
    {
      within: 'services',
      as: 'floating_ip',
      by: 'id',
      one: true,
      columns: 'attach_to address_id address prefix version gateway ddos_protected assigned_at',
      withheld: 'id',
    },
  ],
  cancel_requests: [
    {
      within: 'services',
      as: 'cancel_request',
      by: 'service_id',
      one: true,
      columns: 'now reason created_at',
      withheld: 'id service_id',
    },
  ],
  service_periods: [
    {
      within: 'services',
      as: 'periods',
      by: 'service_id',
      columns: 'period_from period_to order_line_id state automatic created_at paid_at',
      withheld: 'service_id',
    },
  ],
  term_changes: [
    {
      within: 'services',
      as: 'term_changes',
      by: 'service_id',
      columns: 'id changed_at anchor_before expiry_before expiry_after cut',
      withheld: 'service_id',
    },
  ],
  service_ends: [
    {
      within: 'services',
      as: 'staff_ends',
      by: 'service_id',
      columns: 'id reason ends_at was_suspended created_at undone_at',
      withheld: 'service_id requested_by approved_by',
    },
  ],
  server_ssh_keys: [
    { within: 'services', as: 'ssh_keys', by: 'server_id', columns: 'ssh_key_id', withheld: 'server_id hostname' },
  ],
  server_traffic: [
    { within: 'services', as: 'traffic', by: 'server_id', columns: 'day in_bytes out_bytes', withheld: 'server_id' },
  ],
  server_metrics: [{ why: PACKED }],
  server_samples: [{ why: 'the last measurement' }],
  server_usage: [{ why: 'sums of the traffic that is exported' }],
  server_search: [{ why: 'names of what is exported, as they are searched for' }],
  copies: [
    {
      file: 'copies',
      what: 'snapshots and backups, without their content',
      columns: `id kind server_id name origin status status_reason server_hostname server_ip size_gb bytes sha256 frozen verified_at
        kept_until created_at`,
      withheld: 'account_id node_id image_id target object_key',
    },
  ],
  isos: [
    {
      file: 'isos',
      what: 'ISO files, without their content',
      columns: 'id name url status size sha256 error created_at',
      withheld: 'account_id',
    },
  ],
  iso_files: [{ why: "paths of the host's" }],
  disk_rooms: [{ why: 'what is held of a disk of the host' }],
  ip_addresses: [
    {
      file: 'ip-addresses',
      what: 'IP addresses with their names and protection',
      columns: 'id address prefix version gateway type ddos_protected server_id addon_id floating_ip_id main assigned_at',
      withheld: 'pool_id excluded fenced_at account_id freed_at rests_until last_account_id',
    },
  ],
  ptr_names: [
    {
      within: 'ip_addresses',
      as: 'ptr',
      by: 'ip_address_id',
      one: true,
      columns: 'name',
      withheld: 'address pool_id ip_address_id version told push_at held_until tries error',
    },
  ],
  ip_protections: [
    {
      within: 'ip_addresses',
      as: 'protection',
      by: 'ip_address_id',
      one: true,
      columns: 'whitelist_active whitelist blacklist_active blacklist geo_active geo_action geo_countries',
      withheld: 'ip_address_id revision',
    },
  ],
  ip_protection_grants: [
    { within: 'ip_addresses', as: 'grants', by: 'ip_address_id', columns: 'source ends_at', withheld: 'ip_address_id' },
  ],
  ip_assignments: [
    {
      file: 'ip-address-history',
      what: 'which IP addresses the account had, and when',
      columns: 'id network server_id floating_ip_id held_from held_until',
      withheld: 'account_id',
    },
  ],
  attacks: [
    {
      file: 'attacks',
      what: 'attacks on the IP addresses',
      columns:
        'key ip_address_id started_at ended_at detector pattern severity port_mbps initial_bps initial_pps peak_bps peak_pps',
      // Shares contain addresses of others.
      withheld: 'id account_id created_at busy_at shares',
    },
  ],
  address_traffic: [{ why: PACKED }],
  blocked_sources: [{ why: 'addresses of others' }],
  source_traffic: [{ why: 'addresses of others' }],
  firewalls: [
    {
      file: 'firewalls',
      what: 'firewalls with their rules',
      columns: 'id name for_new_servers rules status created_at updated_at',
      withheld: 'account_id version',
    },
  ],
  firewall_servers: [
    { within: 'firewalls', as: 'servers', by: 'firewall_id', columns: 'server_id', withheld: 'firewall_id pending removing' },
  ],
  workflows: [
    {
      file: 'operations',
      what: 'work that the account asked for',
      columns: 'id user_id kind resource_kind resource_id shown_state reason created_at finished_at',
      withheld: `account_id node_id input state direction memory attempts epoch worker_id lease_until run_at step_started_at error percent
        begun_at fault cancel_asked_at cancel_reason step spent_ms counted_at superseded_by`,
    },
  ],
  workflow_steps: [{ why: 'steps of the operations that are exported' }],
  locks: [{ why: 'of some minutes, while an operation runs' }],
} as const satisfies Readonly<Record<string, readonly Exported[]>>;
