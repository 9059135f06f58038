/**
 * Takes ids from sequences before their rows are inserted, so that statements whose rows refer to each other can be sent without waiting
 * for replies. An unused id leaves a gap, as a rolled-back transaction does.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';

/** Ids of an order, its lines and the services that it is for. Lists are in ascending order. */
export interface OrderIds {
  order: number;
  lines: number[];
  services: number[];
}

/** Takes the id of an order and the given number of ids for lines and services from their sequences. */
export async function drawOrderIds(db: Kysely<Database>, counts: { lines: number; services: number }): Promise<OrderIds> {
  const { rows } = await sql<OrderIds>`
    select nextval('orders_id_seq')::int as "order",
      array(select nextval('order_lines_id_seq')::int from generate_series(1, ${counts.lines}::int)) as lines,
      array(select nextval('services_id_seq')::int from generate_series(1, ${counts.services}::int)) as services`.execute(db);
  return rows[0] as OrderIds;
}

/**
 * Returns an `insert into` statement for a table that generates its ids, with or without explicit ids (`id`). Requires at least one row.
 * All rows have the columns of the first. `undefined` stands for the column's default. A value may be an SQL expression.
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
