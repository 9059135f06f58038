import { table } from './table.ts';

interface Page<Item> {
  data: readonly Item[];
  page: number;
  per_page: number;
  total: number;
}

/** A list as a table, and how much more of it there is; `none` for an empty one. */
export function formatPage<Item>(
  { data, page, per_page, total }: Page<Item>,
  columns: Record<string, (item: Item) => string | number | null>,
  none: string,
): string {
  if (data.length === 0) return page > 1 ? `Page ${page} is empty: there are ${total} entries.` : none;
  const rows = data.map((item) => Object.values(columns).map((cell) => String(cell(item) ?? '')));
  const more = total - (page - 1) * per_page - data.length;
  const lines = table(Object.keys(columns), rows);
  return more > 0 ? `${lines}\n... and ${more} more: --page ${page + 1}` : lines;
}
