/** Pages of lists. */
import { type SelectQueryBuilder, sql } from 'kysely';

export interface PageQuery {
  /** Page number, starting at 1. */
  page: number;
  perPage: number;
}

export interface Page<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
}

/** Returns a page of a query that selects and sorts rows, with its total number of rows. */
export async function pageOf<DB, Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, perPage }: PageQuery,
): Promise<Page<Row>> {
  const rows = await query
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  // A page that is not full is the last one, so its rows need not be counted.
  if (rows.length < perPage && (page === 1 || rows.length > 0)) return { rows, total: (page - 1) * perPage + rows.length };
  const { total } = await query
    .clearSelect()
    .clearOrderBy()
    .select(sql`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return { rows, total };
}
