/**
 * The tables as Kysely sees them; `db/migrations/` makes them. Ids are `integer` and arrive as numbers; `bigint` is kept
 * for money (cents) and byte counts and arrives as JS bigint (db/connect.ts sets the parser). Times are timestamptz,
 * addresses are inet.
 */

import type { OrderStatus } from '@innkeeper/model/states/order';
import type { ServerStatus } from '@innkeeper/model/states/server';
import type { ServerPower } from '@innkeeper/model/states/server-power';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

type Time = ColumnType<Date, Date, Date>;
type TimeNow = ColumnType<Date, Date | undefined, Date>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
type Default<T> = ColumnType<T, T | undefined, T>;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

export interface CountriesTable {
  id: Generated<number>;
  code: string;
  name: string;
  tax_rate_bp: number;
}

export interface AccountsTable {
  id: Generated<number>;
  email: string;
  name: Default<string>;
  country_id: number;
  created_at: TimeNow;
}

export interface AccessTokensTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  /** sha256 of the token; the token itself is shown once and never stored. */
  token_hash: Buffer;
  /** The first characters, so that people can tell their tokens apart. */
  hint: string;
  abilities: string[];
  created_at: TimeNow;
  expires_at: MaybeTime;
  revoked_at: MaybeTime;
  last_used_at: MaybeTime;
}

export interface SshKeysTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  fingerprint: string;
  public_key: string;
  created_at: TimeNow;
}

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

export interface NodesTable {
  id: Generated<number>;
  name: string;
  state: Default<'active' | 'draining' | 'offline'>;
  engine: string;
  accelerator: Default<string>;
  accelerator_why: Default<string>;
  vcpus_total: number;
  memory_mb_total: number;
  disk_gb_total: number;
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

export interface ServersTable {
  id: Generated<number>;
  account_id: number;
  node_id: number;
  plan_id: number;
  image_id: number;
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
  rescue: Default<boolean>;
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
}

export interface ServerSshKeysTable {
  server_id: number;
  ssh_key_id: number;
}

export interface OrdersTable {
  id: Generated<number>;
  account_id: number;
  type: string;
  status: OrderStatus;
  status_reason: Maybe<string>;
  tax_rate_bp: number;
  net: bigint;
  vat: bigint;
  gross: bigint;
  from_balance: Default<bigint>;
  payment_method: string;
  auto_pay: Default<boolean>;
  created_at: TimeNow;
  due_at: MaybeTime;
  paid_at: MaybeTime;
}

export interface OrderLinesTable {
  id: Generated<number>;
  order_id: number;
  position: number;
  label: string;
  sublabel: Default<string>;
  service_type: string;
  service_id: number;
  period_from: MaybeTime;
  period_to: MaybeTime;
  billing_cycle: number;
  minimum_billing_cycle: Default<number>;
  is_period_changeable: Default<boolean>;
  net: bigint;
  vat: bigint;
  gross: bigint;
  refunded_at: MaybeTime;
}

export type LedgerAccountKind = 'customer' | 'funding' | 'revenue' | 'vat_payable';

export interface LedgerAccountsTable {
  id: Generated<number>;
  kind: LedgerAccountKind;
  /** Only for `customer`. */
  account_id: Maybe<number>;
  /** Kept by a trigger from the postings; a customer's can't fall below `-credit_limit`. */
  balance: Default<bigint>;
  credit_limit: Default<bigint>;
}

export interface LedgerEntriesTable {
  id: Generated<number>;
  kind: 'deposit' | 'payment' | 'refund';
  account_id: number;
  order_id: Maybe<number>;
  payment_method: string;
  description: string;
  created_at: TimeNow;
}

export interface LedgerPostingsTable {
  entry_id: number;
  ledger_account_id: number;
  /** Cents; positive is a credit to that account. The postings of an entry add up to 0 (checked by the database). */
  amount: bigint;
}

export interface LocksTable {
  kind: string;
  resource_id: number;
  workflow_id: number;
  reason: string;
  locked_at: TimeNow;
  /** When an operator is told that it is held for too long. */
  deadline_at: Time;
}

export type WorkflowState = 'queued' | 'running' | 'done' | 'undone' | 'stuck';

export interface WorkflowsTable {
  id: Generated<number>;
  kind: string;
  account_id: Maybe<number>;
  resource_kind: Maybe<string>;
  resource_id: Maybe<number>;
  input: JSONColumnType<JsonObject>;
  state: Default<WorkflowState>;
  /** Which way it goes: forward, or back through its undos. */
  direction: Default<'forward' | 'back'>;
  /** Index of the step to run next (forward) or to undo next (back). */
  step: Default<number>;
  /** Results of steps by name. */
  memory: ColumnType<JsonObject, string | undefined, string>;
  attempts: Default<number>;
  /** Counts claims; every write of a worker names the one it holds, so that a stalled worker writes nothing. */
  epoch: Default<number>;
  worker_id: Maybe<number>;
  lease_until: MaybeTime;
  run_at: TimeNow;
  step_started_at: MaybeTime;
  /** Why it went back, for the operator. */
  error: Maybe<string>;
  /** Why, for the customer. */
  reason: Maybe<string>;
  created_at: TimeNow;
  finished_at: MaybeTime;
}

/** What happened step by step, for people to read. */
export interface WorkflowStepsTable {
  workflow_id: number;
  step: string;
  direction: 'forward' | 'back';
  attempts: Default<number>;
  started_at: TimeNow;
  finished_at: MaybeTime;
  error: Maybe<string>;
}

export interface AuditLogTable {
  id: Generated<bigint>;
  at: TimeNow;
  account_id: Maybe<number>;
  /** `token:12`, `workflow:7`, `operator`, `sweep`. */
  actor: string;
  /** An operation's name or a workflow's kind with its outcome: `restartServer`, `server.restart.done`. */
  action: string;
  resource_kind: Maybe<string>;
  resource_id: Maybe<number>;
  request_id: Maybe<string>;
  details: ColumnType<JsonObject, string | undefined, never>;
}

export interface OperatorAlertsTable {
  id: Generated<number>;
  at: TimeNow;
  /** A stable word: `deploy_failed`, `workflow_stuck`, `server_crashed`. */
  kind: string;
  resource_kind: Maybe<string>;
  resource_id: Maybe<number>;
  message: string;
  resolved_at: MaybeTime;
}

export interface IdempotencyKeysTable {
  account_id: number;
  key: string;
  /** sha256 over method, path and body. */
  fingerprint: Buffer;
  status: number;
  headers: ColumnType<JsonObject, string, never>;
  body: Maybe<string>;
  created_at: TimeNow;
}

/** Resources of operations to come: enough for their guards (owner, lock) to be true from the start. */
interface OwnedTable {
  id: Generated<number>;
  account_id: number;
  created_at: TimeNow;
}
export interface CopiesTable extends OwnedTable {
  kind: 'snapshot' | 'backup';
  server_id: number;
}
export interface AddonsTable extends OwnedTable {
  server_id: number;
}
export interface AttacksTable extends OwnedTable {
  ip_address_id: number;
}
export interface TicketAttachmentsTable extends OwnedTable {
  ticket_id: number;
}

/** A workflow's tables are only written by workflows/ (and its enqueue door). */
export interface Database {
  countries: CountriesTable;
  accounts: AccountsTable;
  access_tokens: AccessTokensTable;
  ssh_keys: SshKeysTable;
  plans: PlansTable;
  image_groups: ImageGroupsTable;
  images: ImagesTable;
  nodes: NodesTable;
  ip_pools: IpPoolsTable;
  ip_addresses: IpAddressesTable;
  servers: ServersTable;
  server_usage: ServerUsageTable;
  server_ssh_keys: ServerSshKeysTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  ledger_accounts: LedgerAccountsTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  locks: LocksTable;
  workflows: WorkflowsTable;
  workflow_steps: WorkflowStepsTable;
  audit_log: AuditLogTable;
  operator_alerts: OperatorAlertsTable;
  idempotency_keys: IdempotencyKeysTable;
  copies: CopiesTable;
  addons: AddonsTable;
  isos: OwnedTable;
  tickets: OwnedTable;
  ticket_attachments: TicketAttachmentsTable;
  invoices: OwnedTable;
  floating_ips: OwnedTable;
  attacks: AttacksTable;
}

export type Server = Selectable<ServersTable>;
export type Order = Selectable<OrdersTable>;
export type OrderLine = Selectable<OrderLinesTable>;
export type Plan = Selectable<PlansTable>;
export type Image = Selectable<ImagesTable>;
export type Node = Selectable<NodesTable>;
export type SshKey = Selectable<SshKeysTable>;
export type IpAddress = Selectable<IpAddressesTable>;
export type Account = Selectable<AccountsTable>;
export type Workflow = Selectable<WorkflowsTable>;
