/** What is sold. */
import type { Generated } from 'kysely';
import type { Default, MaybeTime } from './columns.ts';

export interface PlansTable {
  id: Generated<number>;
  key: string;
  type: string;
  name: string;
  vcpus: number;
  dedicated_cpu: boolean;
  memory_mb: number;
  disk_gb: number;
  /** TB a month; 0 is unmetered. */
  bandwidth_tb: number;
  network_speed_mbps: number;
  /** Reads and writes a second, of the node's disk; null: no limit. */
  disk_iops: Default<number | null>;
  disk_mb_per_second: Default<number | null>;
  minimum_billing_cycle: Default<number>;
  /** Net cents a month. */
  price: bigint;
  position: Default<number>;
  disabled_at: MaybeTime;
}

export interface ImageGroupsTable {
  id: Generated<number>;
  key: string;
  name: string;
  type: string;
  icon: Default<string>;
  position: Default<number>;
  coming_soon: Default<boolean>;
}

export interface ImagesTable {
  id: Generated<number>;
  key: string;
  name: string;
  group_id: number;
  virtualization: Default<string>;
  minimum_ram_gb: Default<number>;
  eol: Default<boolean>;
  ssh_keys_support: Default<boolean>;
  amd_sev_supported: Default<boolean>;
  position: Default<number>;
  path: string;
  format: 'qcow2' | 'raw';
  disabled_at: MaybeTime;
}
