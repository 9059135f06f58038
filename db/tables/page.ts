/** Pages of lists. */
import { type SelectQueryBuilder, sql } from 'kysely';

export interface PageWanted {
  /** From 1. */
  page: number;
  perPage: number;
}

export interface Page<Row> {
  rows: Row[];
  /** Of all pages. */
  total: number;
}

/** A page of a query that selects and sorts rows, and how many rows it has in all. */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, perPage }: PageWanted,
): Promise<Page<Row>> {
  const rows = await query
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  // A first page that is not full is all there is: no need to count.
  if (rows.length < perPage && (page === 1 || rows.length > 0)) return { rows, total: (page - 1) * perPage + rows.length };
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return { rows, total };
}
