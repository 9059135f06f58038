/**
 * Ids that are drawn before their rows are written, so that rows which name one another need not wait for one another's replies: they
 * are sent at once. What is drawn and not used leaves a gap, as a transaction that is rolled back does.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Those of an order: its own, those of its lines and of the services that it is for. Each list ascends. */
export interface OrderIds {
  order: number;
  lines: number[];
  services: number[];
}

/** As many `lines` and `services` as are named. */
export async function drawOrderIds(db: Kysely<Database>, wanted: { lines: number; services: number }): Promise<OrderIds> {
  const { rows } = await sql<OrderIds>`
    select nextval('orders_id_seq')::int as "order",
      array(select nextval('order_lines_id_seq')::int from generate_series(1, ${wanted.lines}::int)) as lines,
      array(select nextval('services_id_seq')::int from generate_series(1, ${wanted.services}::int)) as services`.execute(db);
  return rows[0] as OrderIds;
}

/**
 * `insert into` a table whose ids the database gives unless the rows name them (`id`). At least one row; all have the columns
 * of the first, with a default for what is undefined. A value may be an expression.
 */
export function insertRows<T extends keyof Database>(
  table: T,
  rows: readonly Readonly<Record<string, unknown>>[],
): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map(
    (row) => sql`(${sql.join(columns.map((column) => (row[column] === undefined ? sql`default` : row[column])))})`,
  );
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    overriding system value values ${sql.join(values)}`;
}
