/**
 * Runs `act` for each item in order, at most `concurrency` at a time. Starts none after a failure. Throws an error only after all running calls
 * have settled.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  let [next, failed] = [0, false];
  const runRemaining = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next++] as Item;
      await act(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(concurrency, items.length) }, runRemaining));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
