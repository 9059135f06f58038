/** Does each, in their order, so many at a time. All have ended before the first's failure is thrown, and none begins after it. */
export async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  let [next, failed] = [0, false];
  const goOn = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next++] as Item;
      await act(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, goOn));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
