/** Generates the TypeScript types of the tables with kysely-codegen. Kysely checks every query against them. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import { columnTypes } from './columns.ts';

/** Types of received values (`db/connect/types.ts`), if they differ from the defaults of the generator. */
const ARRIVES_AS = { int8: 'bigint', timestamptz: 'Date', date: 'string' };

/** Types of JSON with a fixed shape, and of words that no database check can list. */
const SHAPES: Record<string, string> = {
  'audit_log.details': 'ColumnType<JsonObject, string | undefined, never>',
  'events.data': 'ColumnType<JsonObject, never, never>',
  'firewalls.rules': 'ColumnType<FirewallRule[], string, string>',
  'images.source': 'ColumnType<ImageSource | null, string | null | undefined, string | null>',
  'idempotency_keys.headers': 'ColumnType<JsonObject, string, never>',
  'invoices.document': 'ColumnType<InvoiceDocument, string, string>',
  'order_lines.explanation': 'ColumnType<Step[], string, string>',
  'order_lines.promo': 'ColumnType<Promo | null, string | null | undefined, string | null>',
  'orders.tax': 'ColumnType<TaxDecision, string, string>',
  'nodes.network': 'ColumnType<NodeNetwork | null, string | null | undefined, string | null>',
  'nodes.uplink': 'ColumnType<Uplink | null, string | null | undefined, string | null>',
  'server_details.rescue_seed': 'ColumnType<RescueSeed | null, string | null | undefined, string | null>',
  'services.discounts': 'ColumnType<PaidDiscount[], string | undefined, string>',
  'services.end_steps': 'ColumnType<EndSteps | null, string | null | undefined, string | null>',
  'staff_approvals.expiry_mail': 'ColumnType<ExpiryMail | null, string | null | undefined, string | null>',
  'staff_approvals.input': 'ColumnType<JsonObject, string, never>',
  'staff_idempotency_keys.headers': 'ColumnType<JsonObject, string, string>',
  'term_changes.cut': 'ColumnType<CutPeriod[], string | undefined, string>',
  'workflows.input': 'ColumnType<JsonObject, string, string>',
  'workflows.memory': 'ColumnType<JsonObject, string | undefined, string>',
};
const SHAPES_ARE_IN = {
  ExpiryMail: '@innkeeper/model/mail/templates',
  FirewallRule: '@innkeeper/model/net/firewalls',
  ImageSource: '@innkeeper/model/images/source',
  CutPeriod: '@innkeeper/model/pricing/moved-end',
  PaidDiscount: '@innkeeper/model/pricing/paid-value',
  Promo: '@innkeeper/model/pricing/promo',
  RescueSeed: './schema/shapes.ts',
  NodeNetwork: '@innkeeper/model/net/node-network',
  Uplink: '@innkeeper/model/net/uplink',
  EndSteps: '@innkeeper/model/pricing/explanation',
  Step: '@innkeeper/model/pricing/explanation',
  InvoiceDocument: '@innkeeper/model/invoices/document',
  TaxDecision: '@innkeeper/model/vat/decide',
};

export function schemaTypes(db: Kysely<Database>): Promise<string> {
  return columnTypes(db).then((columns) =>
    generate({
      db,
      dialect: new PostgresDialect(),
      outFile: null,
      excludePattern: '(kysely_*|servers|addons)',
      overrides: { columns: { ...columns, ...SHAPES } },
      customImports: SHAPES_ARE_IN,
      typeMapping: ARRIVES_AS,
    }),
  );
}
