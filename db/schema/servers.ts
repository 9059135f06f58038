/** What is served: nodes, servers, addresses. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import type { ColumnType, Generated } from 'kysely';
import type { Default, Maybe, MaybeTime, Time, TimeNow } from './columns.ts';

/** numeric(4, 2): arrives as text, `4.00`. */
type Factor = ColumnType<string, number | undefined, number>;

export interface NodesTable {
  id: Generated<number>;
  name: string;
  state: Default<'active' | 'draining' | 'offline'>;
  engine: string;
  accelerator: Default<string>;
  accelerator_why: Default<string>;
  /** What the machine has, as `up` measures it: cores, and what it can spare of memory and disk. */
  vcpus_total: number;
  memory_mb_total: number;
  disk_gb_total: number;
  /** What the operator lets it count as; null: what the machine has. */
  vcpus_setting: Maybe<number>;
  memory_mb_setting: Maybe<number>;
  disk_gb_setting: Maybe<number>;
  /** How many times that is promised, 0.1 to 20. */
  vcpus_overcommit: Factor;
  memory_overcommit: Factor;
  disk_overcommit: Factor;
  /** The product, rounded down: what is sold of it at most. Kept by the database. */
  vcpus_offered: ColumnType<number, never, never>;
  memory_mb_offered: ColumnType<number, never, never>;
  disk_gb_offered: ColumnType<number, never, never>;
  /** What its servers hold. It may be more than is offered, when that was made less, but grows no further then. */
  vcpus_used: Default<number>;
  memory_mb_used: Default<number>;
  disk_gb_used: Default<number>;
  seen_at: MaybeTime;
}

export interface IpPoolsTable {
  id: Generated<number>;
  name: string;
  cidr: string;
  gateway: string;
  version: number;
}

export interface IpAddressesTable {
  id: Generated<number>;
  pool_id: number;
  address: string;
  prefix: number;
  version: number;
  gateway: string;
  type: Default<string>;
  ddos_protected: Default<boolean>;
  /** Whom it serves now; null while it is free. */
  account_id: Maybe<number>;
  server_id: Maybe<number>;
  main: Default<boolean>;
  assigned_at: MaybeTime;
  /** The longest free one is given out first. */
  freed_at: MaybeTime;
}

export type SeedPart = 'hostname' | 'password' | 'ssh_keys';

export interface RescueSeed {
  hostname: string;
  sshKeys: string[];
  /** crypt(3). */
  passwordHash: string | null;
}

export interface ServersTable {
  id: Generated<number>;
  account_id: number;
  node_id: number;
  plan_id: number;
  image_id: number;
  /** What its first disk is made of, in place of the image. */
  source_copy_id: Maybe<number>;
  hostname: string;
  /** `52:54:00:...`, made at deploy. */
  mac: Maybe<string>;
  status: ServerStatus;
  power: ServerPower;
  /** Where a sentence for the customer belongs: why the deploy failed. */
  status_reason: Maybe<string>;
  billing_cycle: number;
  /** Net cents for one billing cycle. */
  renew_price: bigint;
  auto_renew: Default<boolean>;
  vcpus: number;
  memory_mb: number;
  disk_gb: number;
  network_speed_mbps: number;
  bandwidth_tb: number;
  root_password_hash: Maybe<string>;
  startup_script: Maybe<string>;
  boot_id: Maybe<string>;
  /** Where an SSH client finds the guest: its address, or a forwarded port of the host. */
  ssh_host: Maybe<string>;
  ssh_port: Maybe<number>;
  /** What is in its drives. */
  primary_iso_id: Maybe<number>;
  secondary_iso_id: Maybe<number>;
  /** Whether its next start boots the primary drive. */
  boot_iso: Default<boolean>;
  rescue: Default<boolean>;
  /** What its rescue system was told, while it is in rescue. */
  rescue_seed: ColumnType<RescueSeed | null, string | null | undefined, string | null>;
  /** Grows with each seed that the guest shall apply anew. */
  seed_version: Default<number>;
  /** What of the seed the guest takes at its next boot. */
  seed_waits: Default<SeedPart[]>;
  suspended: Default<boolean>;
  network_suspended: Default<boolean>;
  /** Whether capacity of the node is held for it. */
  holds_capacity: Default<boolean>;
  created_at: TimeNow;
  activated_at: MaybeTime;
  expiry_at: MaybeTime;
  ended_at: MaybeTime;
  updated_at: TimeNow;
}

/** The latest look at a running server, for its live status; the worker writes it every few seconds. */
export interface ServerUsageTable {
  server_id: number;
  sampled_at: Time;
  /** Counters of the last look, of which the next takes the difference. */
  cpu_seconds: number;
  net_in_bytes: bigint;
  net_out_bytes: bigint;
  /** Share of its vCPUs in use between the last two looks, 0 to 100. */
  cpu_percent: number;
  disk_bytes: bigint;
  /** In and out since the cycle began, over all boots. */
  cycle_bytes: bigint;
  cycle_began_at: Time;
  disk_read_bytes: Default<bigint>;
  disk_written_bytes: Default<bigint>;
  /** The bucket of 5 minutes that is open, and what was seen in it so far. */
  bucket_at: Default<Date>;
  bucket_running: Default<boolean>;
  /** Between the looks that fell into it. */
  bucket_seconds: Default<number>;
  bucket_cpu_seconds: Default<number>;
  bucket_in_bytes: Default<bigint>;
  bucket_out_bytes: Default<bigint>;
  bucket_read_bytes: Default<bigint>;
  bucket_written_bytes: Default<bigint>;
}

/** The closed buckets of a day (UTC), packed one after the other (model/metrics.ts). */
export interface ServerMetricsTable {
  server_id: number;
  day: string;
  buckets: Buffer;
}

/** What a server received and sent on a day (UTC). */
export interface ServerTrafficTable {
  server_id: number;
  day: string;
  in_bytes: bigint;
  out_bytes: bigint;
}

export interface ServerSshKeysTable {
  server_id: number;
  ssh_key_id: number;
}
