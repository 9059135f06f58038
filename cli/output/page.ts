import type { OperatorOperationName, OperatorReply } from '@innkeeper/contract/operator/all';
import { counted } from './counted.ts';
import { table } from './table.ts';

interface Page<Item> {
  data: readonly Item[];
  page: number;
  per_page: number;
  total: number;
}

/** Columns of a table: a cell of each item, by title. */
type Columns<Item> = Record<string, (item: Item) => string | number | null>;

/** Columns of the list that an operation returns. */
export type ColumnsOf<Name extends OperatorOperationName> = Columns<
  OperatorReply<Name> extends { data: readonly (infer Item)[] } ? Item : never
>;

/** Formats a part of a list as a table, with the option that shows the next part. Returns `none` for an empty list. */
export function formatPart<Item>(
  { data, next_after }: { data: readonly Item[]; next_after: number | null },
  columns: Columns<Item>,
  none: string,
): string {
  if (data.length === 0) return none;
  const lines = tableOf(data, columns);
  return next_after === null ? lines : `${lines}\n... and more: --after ${next_after}`;
}

/** Formats a list as a table, with the number of further entries. Returns `none` for an empty list. */
export function formatPage<Item>({ data, page, per_page, total }: Page<Item>, columns: Columns<Item>, none: string): string {
  if (data.length === 0)
    return page > 1 ? `Page ${page} is empty: there ${total === 1 ? 'is' : 'are'} ${counted(total, 'entry', 'entries')}.` : none;
  const more = total - (page - 1) * per_page - data.length;
  const lines = tableOf(data, columns);
  return more > 0 ? `${lines}\n... and ${more} more: --page ${page + 1}` : lines;
}

function tableOf<Item>(data: readonly Item[], columns: Columns<Item>): string {
  const rows = data.map((item) => Object.values(columns).map((cell) => String(cell(item) ?? '')));
  return table(Object.keys(columns), rows);
}
