/** Processes due items that can take minutes. Items that become due in the meantime start concurrently. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { clearFailure, type DueWork, listFailures, recordFailure } from './due.ts';

/** Poll interval in milliseconds for new items while others are in progress. */
const POLL_INTERVAL_MS = 1_000;
/** Maximum number of items in progress. A waiting item takes little more memory than its id. */
const MAX_IN_FLIGHT = 1_000;

/**
 * Processes due items like `forEachDue`, but starts every item that it finds, in order. `act` itself waits for the capacity that it needs.
 * The run lasts while any item is in progress, and retries failed items when their back-off ends.
 */
export async function forEachDueConcurrently<Item extends { id: number }>(
  { db, clock, stopping }: { db: Kysely<Database>; clock: Clock; stopping?: AbortSignal },
  work: Omit<DueWork<Item>, 'act' | 'concurrency' | 'batch'> & { act(item: Item): Promise<boolean> },
): Promise<number> {
  const underWay = new Map<number, Promise<void>>();
  /** Ids of items that needed no work. */
  const unchangedIds = new Set<number>();
  const broken: unknown[] = [];
  let done = 0;
  const begin = async (item: Item, failedBefore: boolean): Promise<void> => {
    try {
      const did = await work.act(item);
      if (did) done += 1;
      else unchangedIds.add(item.id);
      if (did && failedBefore) await clearFailure(db, work, item.id, clock.now());
    } catch (error) {
      await recordFailure(db, work, item.id, error, clock.now());
    }
  };
  /** Returns due items that are not in progress, and the ids of those that failed before. */
  const findItems = async () => {
    const runningIds = [...underWay.keys()];
    const failed = await listFailures(db, work.name);
    const now = clock.now();
    const passedOver = failed.filter(({ next_at }) => next_at > now).map(({ item_id }) => item_id);
    const tried = new Set(failed.map(({ item_id }) => item_id).filter((id) => !passedOver.includes(id)));
    return { items: await work.find([...runningIds, ...unchangedIds, ...passedOver]), tried };
  };
  for (;;) {
    const full = stopping?.aborted || broken.length > 0 || underWay.size >= MAX_IN_FLIGHT;
    // A failed poll does not end the run before the items in progress end.
    const { items, tried } = full ? NOTHING : await findItems().catch((error: unknown) => (broken.push(error), NOTHING));
    for (const item of items) {
      const act = begin(item as Item, tried.has(item.id))
        .catch((error: unknown) => void broken.push(error))
        .finally(() => underWay.delete(item.id));
      underWay.set(item.id, act);
    }
    if (underWay.size > 0) {
      await Promise.race([Promise.all(underWay.values()), sleep(POLL_INTERVAL_MS)]);
      continue;
    }
    if (broken.length > 0) throw broken[0];
    // These items failed earlier and are no longer due.
    for (const id of tried) await clearFailure(db, work, id, clock.now());
    return done;
  }
}

const NOTHING = { items: [], tried: new Set<number>() };
