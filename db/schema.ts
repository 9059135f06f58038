/**
 * Types of the tables' rows and values.
 *
 * `schema.gen.ts` contains the tables, generated from the result of `db/migrations/`, with the values that a column's check allows.
 * `schema.gen.sql` shows them as SQL. Ids are `integer` and arrive as numbers. `bigint` is used for money (cents) and byte counts, and
 * arrives as JS bigint (db/connect/types.ts). Times are timestamptz, and addresses are inet. Only workflows/ and domain/workflows/ write
 * the tables of workflows.
 */
import type { ColumnType, Selectable, SelectType } from 'kysely';
import type { DB } from './schema.gen.ts';

export type { RescueSeed } from './schema/shapes.ts';
export type { JsonObject, JsonValue as Json } from './schema.gen.ts';

/** The rows, and three views of them, which are read and locked but not written. */
export interface Database extends Omit<DB, 'servers' | 'addons' | 'floating_ips'> {
  servers: View<
    DB['server_details'] &
      Omit<ServiceOfView, 'quantity'> & { shown_reason: string | null } & Pick<DB['services'], 'staff_ends_at'>
  >;
  floating_ips: View<
    DB['floating_ip_details'] & Omit<ServiceOfView, 'quantity' | 'promo_code'> & { key: string; server_id: number | null }
  >;
  addons: View<DB['addon_details'] & ServiceOfView & { server_id: number; key: string }>;
}

/** Columns of a service that the views include. The others are read from the service itself. */
type ServiceOfView = Omit<
  DB['services'],
  'type' | 'parent_id' | 'key' | 'suspend_after' | 'staff_suspended_at' | 'staff_suspend_reason' | 'staff_ends_at' | 'end_steps'
>;

type View<Row> = { [Column in keyof Row]: ColumnType<SelectType<Row[Column]>, never, never> };

export type Account = Selectable<DB['accounts']>;
/** An event without `xid`, the id of its transaction. Only the trigger that writes events uses `xid`. */
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
/** The shown fields of an assigned address. */
export interface AssignedAddress
  extends Omit<IpAddress, 'pool_id' | 'excluded' | 'fenced_at' | 'freed_at' | 'rests_until' | 'last_account_id'> {
  /** Names in reverse DNS: the address's own name, or those of addresses in its IPv6 prefix, in order of address. */
  names: { address: string; name: string }[];
}
export type IpProtection = Selectable<DB['ip_protections']>;
export type IpPool = Selectable<DB['ip_pools']>;
export type Iso = Selectable<DB['isos']>;
export type Node = Selectable<DB['nodes']>;
export type Order = Selectable<DB['orders']>;
export type OrderLine = Selectable<DB['order_lines']>;
/** A line for a service, so neither a deposit nor a custom line of the operator. */
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
/** Origin and destination of external money. */
export type Gateway = NonNullable<Selectable<DB['ledger_accounts']>['gateway']>;
/** State of a workflow as customers see it. */
export type OperationState = Workflow['shown_state'];
export type SeedPart = Server['seed_waits'][number];
export type WorkflowState = Workflow['state'];
