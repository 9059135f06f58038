/** Maximum number of items that are offered as choices. */
const MAX_ITEMS = 200;

/** Reads the first items of a list, page by page, at most 200. */
export async function readChoices<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= MAX_ITEMS) break;
  }
  return found;
}
