/** Work on what is due, where some of it may take minutes: what comes meanwhile is begun beside it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@innkeeper/model/clock';
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { type DueWork, failuresOf, forget, passOver } from './due.ts';

/** How long what comes meanwhile waits for its begin. */
const LOOK_EVERY_MS = 1_000;
/** Begun, and not ended: each is little more than its id while it waits. */
const MOST_UNDER_WAY = 1_000;

/**
 * As `forEachDue`, but all that is found is begun, in its order; `act` waits for whatever place it needs by itself. A run lasts as long as
 * anything is under way, and what failed is tried again in it when its pause is over.
 */
export async function forEachDueBeside<Item extends { id: number }>(
  { db, clock, stopping }: { db: Kysely<Database>; clock: Clock; stopping?: AbortSignal },
  work: Omit<DueWork<Item>, 'act' | 'atOnce' | 'together'> & { act(item: Item): Promise<boolean> },
): Promise<number> {
  const underWay = new Map<number, Promise<void>>();
  /** There was nothing to do for them. */
  const left = new Set<number>();
  const broken: unknown[] = [];
  let done = 0;
  const begin = async (item: Item, failedBefore: boolean): Promise<void> => {
    try {
      const did = await work.act(item);
      if (did) done += 1;
      else left.add(item.id);
      if (did && failedBefore) await forget(db, work, item.id, clock.now());
    } catch (error) {
      await passOver(db, work, item.id, error, clock.now());
    }
  };
  /** What is due, and what of it failed before; of what is under way now, nothing. */
  const look = async () => {
    const beside = [...underWay.keys()];
    const failed = await failuresOf(db, work.name);
    const now = clock.now();
    const passedOver = failed.filter(({ next_at }) => next_at > now).map(({ item_id }) => item_id);
    const tried = new Set(failed.map(({ item_id }) => item_id).filter((id) => !passedOver.includes(id)));
    return { items: await work.find([...beside, ...left, ...passedOver]), tried };
  };
  for (;;) {
    const full = stopping?.aborted || broken.length > 0 || underWay.size >= MOST_UNDER_WAY;
    // What is under way is waited for, whatever becomes of a look.
    const { items, tried } = full ? NOTHING : await look().catch((error: unknown) => (broken.push(error), NOTHING));
    for (const item of items) {
      const act = begin(item as Item, tried.has(item.id))
        .catch((error: unknown) => void broken.push(error))
        .finally(() => underWay.delete(item.id));
      underWay.set(item.id, act);
    }
    if (underWay.size > 0) {
      await Promise.race([Promise.all(underWay.values()), sleep(LOOK_EVERY_MS)]);
      continue;
    }
    if (broken.length > 0) throw broken[0];
    // What failed before, and is due no longer.
    for (const id of tried) await forget(db, work, id, clock.now());
    return done;
  }
}

const NOTHING = { items: [], tried: new Set<number>() };
