/**
 * The tables as Kysely sees them; `db/migrations/` makes them. Ids are `integer` and arrive as numbers; `bigint` is kept
 * for money (cents) and byte counts and arrives as JS bigint (db/connect.ts sets the parser). Times are timestamptz,
 * addresses are inet.
 */
import type { Fault } from '@innkeeper/model/fault';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { AccessTokensTable, AccountsTable, CountriesTable, SshKeysTable } from './schema/accounts.ts';
import type { ImageGroupsTable, ImagesTable, PlansTable } from './schema/catalogue.ts';
import type { Default, JsonObject, Maybe, MaybeTime, Time, TimeNow } from './schema/columns.ts';
import type { AddonsTable, CopiesTable, CopyRoomsTable } from './schema/copies.ts';
import type { IsosTable } from './schema/isos.ts';
import type {
  LedgerAccountsTable,
  LedgerEntriesTable,
  LedgerPostingsTable,
  OrderLinesTable,
  OrdersTable,
} from './schema/orders.ts';
import type {
  IpAddressesTable,
  IpPoolsTable,
  NodesTable,
  ServerMetricsTable,
  ServerSshKeysTable,
  ServersTable,
  ServerTrafficTable,
  ServerUsageTable,
} from './schema/servers.ts';

export type * from './schema/accounts.ts';
export type * from './schema/catalogue.ts';
export type { Json } from './schema/columns.ts';
export type * from './schema/copies.ts';
export type * from './schema/isos.ts';
export type * from './schema/orders.ts';
export type * from './schema/servers.ts';

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
/** A workflow's state as customers see it. */
export type OperationState = 'queued' | 'running' | 'undoing' | 'done' | 'failed';

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
  /** Whose affair it is that it went back; null while it has not. */
  fault: Maybe<Fault>;
  /** Of the step under way, where it can tell. */
  percent: Maybe<number>;
  created_at: TimeNow;
  /** When a worker first took it. */
  begun_at: MaybeTime;
  finished_at: MaybeTime;
  /** Kept by the database. */
  shown_state: ColumnType<OperationState, never, never>;
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
  /** In the order in which they began. */
  position: Generated<number>;
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
  /** What of its kind it tells of: `server:12`, `workflow:7`. Open once. */
  key: string;
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
export interface AttacksTable extends OwnedTable {
  ip_address_id: number;
}
export interface TicketAttachmentsTable extends OwnedTable {
  ticket_id: number;
}

/** An account's changes, counted from 1 without gaps. Written by triggers alone (db/migrations/0013-events.ts). */
export interface EventsTable {
  account_id: number;
  id: bigint;
  at: Time;
  resource_kind: string;
  resource_id: number;
  change: 'created' | 'updated' | 'deleted';
  data: ColumnType<JsonObject, never, never>;
}

/** The number of an account's latest event. */
export interface EventHeadsTable {
  account_id: number;
  last_id: bigint;
}

/** An address by which a console may be opened once. */
export interface ConsoleTicketsTable {
  /** sha256 of the secret in the address. */
  secret_hash: Buffer;
  account_id: number;
  token_id: number;
  server_id: number;
  expires_at: Time;
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
  server_metrics: ServerMetricsTable;
  server_traffic: ServerTrafficTable;
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
  events: EventsTable;
  event_heads: EventHeadsTable;
  console_tickets: ConsoleTicketsTable;
  copies: CopiesTable;
  copy_rooms: CopyRoomsTable;
  addons: AddonsTable;
  isos: IsosTable;
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
export type Copy = Selectable<CopiesTable>;
export type Addon = Selectable<AddonsTable>;
export type Iso = Selectable<IsosTable>;
export type Account = Selectable<AccountsTable>;
export type Workflow = Selectable<WorkflowsTable>;
export type WorkflowStep = Selectable<WorkflowStepsTable>;
export type AccountEvent = Selectable<EventsTable>;
