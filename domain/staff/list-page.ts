import { type PageQuery, pageOf } from '@innkeeper/db/tables/page';
import type { SelectQueryBuilder } from 'kysely';

interface PageInput {
  page: number;
  per_page: number;
}

/** Returns a page of a query that selects and sorts rows, in the form of the operator's lists. */
export async function listPage<DB, Tables extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { page, per_page }: PageInput,
  toItem: (row: Row) => Item,
): Promise<{ data: Item[]; page: number; per_page: number; total: number }> {
  const pageQuery: PageQuery = { page, perPage: per_page };
  const { rows, total } = await pageOf(query, pageQuery);
  return { data: rows.map(toItem), page, per_page, total };
}
