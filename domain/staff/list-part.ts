/** Parts of long lists, which go on after an id and are not counted. */

/** Returns the first `limit` rows, and the id after which the next part begins. The caller has read a row more than `limit`, if there is one. */
export function partOf<Row extends { id: number }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): { data: Item[]; next_after: number | null } {
  const listed = rows.slice(0, limit);
  return { data: listed.map(toItem), next_after: rows.length > limit ? (listed.at(-1)?.id ?? null) : null };
}
