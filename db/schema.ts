/**
 * Rows and words of the tables. The tables themselves are in `schema.gen.ts`, generated from what `db/migrations/` make (so are
 * the words that a column takes, from its check); `schema.gen.sql` shows them as SQL. Ids are `integer` and arrive as numbers;
 * `bigint` is kept for money (cents) and byte counts and arrives as JS bigint (db/connect/types.ts). Times are timestamptz, addresses
 * are inet. A workflow's tables are only written by workflows/ and domain/workflows/.
 */
import type { ColumnType, Selectable, SelectType } from 'kysely';
import type { DB } from './schema.gen.ts';

export type { RescueSeed } from './schema/shapes.ts';
export type { JsonObject, JsonValue as Json } from './schema.gen.ts';

/** The rows, and three views of them, which are read (and held) but not written. */
export interface Database extends Omit<DB, 'servers' | 'addons' | 'floating_ips'> {
  servers: View<DB['server_details'] & Omit<ServiceOfView, 'quantity'> & { shown_reason: string | null }>;
  floating_ips: View<
    DB['floating_ip_details'] & Omit<ServiceOfView, 'quantity' | 'promo_code'> & { key: string; server_id: number | null }
  >;
  addons: View<DB['addon_details'] & ServiceOfView & { server_id: number; key: string }>;
}

/** Whatever they leave out is read of the service itself. */
type ServiceOfView = Omit<
  DB['services'],
  'type' | 'parent_id' | 'key' | 'suspend_after' | 'staff_suspended_at' | 'staff_suspend_reason' | 'end_steps'
>;

type View<Row> = { [Column in keyof Row]: ColumnType<SelectType<Row[Column]>, never, never> };

export type Account = Selectable<DB['accounts']>;
/** Without the transaction that wrote it, by which the trigger finds its own. */
export type AccountEvent = Omit<Selectable<DB['events']>, 'xid'>;
export type Addon = Selectable<Database['addons']>;
export type AddonProduct = Selectable<DB['addon_products']>;
export type BankStatementLine = Selectable<DB['bank_statement_lines']>;
export type Copy = Selectable<DB['copies']>;
export type Country = Selectable<DB['countries']>;
export type Dispute = Selectable<DB['disputes']>;
export type Firewall = Selectable<DB['firewalls']>;
export type FloatingIp = Selectable<Database['floating_ips']>;
export type GeoDataset = Selectable<DB['geo_datasets']>;
export type Image = Selectable<DB['images']>;
export type IpAddress = Selectable<DB['ip_addresses']>;
/** What is shown of one that serves somebody. */
export interface HeldAddress extends Omit<IpAddress, 'pool_id' | 'excluded' | 'freed_at' | 'rests_until' | 'last_account_id'> {
  /** Reverse DNS: its own name, or those of addresses in its IPv6 network, in their order. */
  names: { address: string; name: string }[];
}
export type IpProtection = Selectable<DB['ip_protections']>;
export type IpPool = Selectable<DB['ip_pools']>;
export type Iso = Selectable<DB['isos']>;
export type Node = Selectable<DB['nodes']>;
export type Order = Selectable<DB['orders']>;
export type OrderLine = Selectable<DB['order_lines']>;
/** Not a deposit, nor a custom line of the operator. */
export type ServiceLine = OrderLine & { service_type: string; service_id: number };
export type Payment = Selectable<DB['payments']>;
export type PaymentMethod = Selectable<DB['payment_methods']>;
export type Plan = Selectable<DB['plans']>;
export type PromoCode = Selectable<DB['promo_codes']>;
export type SavedCard = Selectable<DB['saved_cards']>;
export type Server = Selectable<Database['servers']>;
export type Service = Selectable<DB['services']>;
export type SshKey = Selectable<DB['ssh_keys']>;
export type Workflow = Selectable<DB['workflows']>;
export type WorkflowStep = Selectable<DB['workflow_steps']>;

export type CopyKind = Copy['kind'];
export type CopyStatus = Copy['status'];
export type IsoStatus = Iso['status'];
/** Where money comes from and goes back to. */
export type Gateway = NonNullable<Selectable<DB['ledger_accounts']>['gateway']>;
/** A workflow's state as customers see it. */
export type OperationState = Workflow['shown_state'];
export type SeedPart = Server['seed_waits'][number];
export type WorkflowState = Workflow['state'];
