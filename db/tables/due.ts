/**
 * Runs a job over all due items, such as unpaid orders, weekly backups and servers of a restarted host.
 *
 * A failed item does not block the others. It opens one alert and is retried with exponential back-off. The alert closes when the item
 * succeeds or is no longer due.
 */
import { type Clock, hours, minutes } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import type { Database } from '../schema.ts';
import { inTransaction, isDatabaseDown } from '../transaction.ts';
import { alertOnce, resolveAlerts } from './alerts.ts';

export interface DueWork<Item extends { id: number }> {
  /** Name of the job in alerts, such as `expire-orders`. */
  name: string;
  /** Kind of the items, such as `order`. */
  kind: string;
  /** Returns due items except these ids, longest overdue first. A result without new items ends the run. */
  find(except: readonly number[]): Promise<readonly Item[]>;
  /**
   * Processes one item in its own transaction, and checks first that the item is still due. Returns whether anything changed, or `full` to
   * end the run because no capacity is left.
   */
  act(item: Item): Promise<boolean | 'full'>;
  /** Longest back-off in milliseconds, 6 hours by default. */
  maxBackoffMs?: number;
  /** Number of items processed concurrently, 1 by default. */
  concurrency?: number;
  /** Returns whether another alert already covers this error. Such an item gets no alert of its own. */
  isAlertedElsewhere?(error: unknown): boolean;
  /** Processes several items in one transaction, which is much cheaper than one item at a time. */
  batch?: BatchWork<Item>;
}

export interface BatchWork<Item> {
  /** Splits the found items into batches. */
  groups(items: readonly Item[]): Item[][];
  /** Processes a batch as `act` would process each item, and returns how many changed. If it throws, each item is processed alone. */
  act(items: readonly Item[]): Promise<number>;
}

const FIRST_PAUSE_MS = minutes(1);
const MAX_BACKOFF_MS = hours(6);
const ALERT = 'due_failed';

/**
 * Processes all due items and returns how many changed. Starts no item after `stopping` aborts. Throws the errors of `find`, and any error
 * that means the database is unreachable.
 */
export async function forEachDue<Item extends { id: number }>(
  { db, clock, stopping }: { db: Kysely<Database>; clock: Clock; stopping?: AbortSignal },
  work: DueWork<Item>,
): Promise<number> {
  const now = clock.now();
  const failed = await listFailures(db, work.name);
  const passedOver = failed.filter(({ next_at }) => next_at > now).map(({ item_id }) => item_id);
  const retryIds = new Set(failed.map(({ item_id }) => item_id).filter((id) => !passedOver.includes(id)));
  const seen = new Set(passedOver);
  let done = 0;
  let full = false;
  const runOne = async (item: Item): Promise<void> => {
    if (full || stopping?.aborted) return;
    try {
      const did = await work.act(item);
      if (did === 'full') full = true;
      else if (did) {
        done += 1;
        if (retryIds.has(item.id)) await clearFailure(db, work, item.id, clock.now());
      }
      if (did !== 'full') retryIds.delete(item.id);
    } catch (error) {
      // An unreachable database is not the item's fault and would fail every item, so the whole run is retried.
      if (isDatabaseDown(error)) throw error;
      retryIds.delete(item.id);
      await recordFailure(db, work, item.id, error, clock.now());
    }
  };
  for (;;) {
    const items = await work.find([...seen]);
    const fresh = items.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) break;
    for (const { id } of fresh) seen.add(id);
    for (const group of toBatches(work, fresh, retryIds)) {
      if (stopping?.aborted) return done;
      const did = await runBatch(work, group);
      done += did ?? 0;
      if (did === undefined) await forEachConcurrently(group, work.concurrency ?? 1, runOne);
      if (full || stopping?.aborted) return done;
    }
  }
  // These items failed earlier and are no longer due.
  for (const id of retryIds) await clearFailure(db, work, id, clock.now());
  return done;
}

/** Splits items into batches. An item that failed before gets a batch of its own. */
function toBatches<Item extends { id: number }>(
  { batch: together }: DueWork<Item>,
  items: readonly Item[],
  tried: ReadonlySet<number>,
): (readonly Item[])[] {
  if (!together) return [items];
  const alone = items.filter(({ id }) => tried.has(id)).map((item) => [item]);
  return [...together.groups(items.filter(({ id }) => !tried.has(id))), ...alone];
}

/**
 * Returns how many items of a batch changed, or `undefined` if each must be processed alone. Processing an item alone then reports the
 * error.
 */
async function runBatch<Item extends { id: number }>(
  { batch: together }: DueWork<Item>,
  group: readonly Item[],
): Promise<number | undefined> {
  if (!together || group.length < 2) return undefined;
  return together.act(group).catch((error: unknown) => {
    if (isDatabaseDown(error)) throw error;
    return undefined;
  });
}

/** Lists the failed items of a job with the time of their next attempt. */
export function listFailures(db: Kysely<Database>, name: string): Promise<{ item_id: number; next_at: Date }[]> {
  return db.selectFrom('due_failures').select(['item_id', 'next_at']).where('work', '=', name).execute();
}

/** Records a failed attempt, schedules the next one, and opens an alert unless another alert covers the error. */
export async function recordFailure(
  db: Kysely<Database>,
  {
    name,
    kind,
    maxBackoffMs = MAX_BACKOFF_MS,
    isAlertedElsewhere,
  }: Pick<DueWork<{ id: number }>, 'name' | 'kind' | 'maxBackoffMs' | 'isAlertedElsewhere'>,
  id: number,
  error: unknown,
  now: Date,
): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await inTransaction(db, async (trx) => {
    const { attempts } = await trx
      .insertInto('due_failures')
      .values({ work: name, item_id: id, error: reason, next_at: now })
      .onConflict((oc) =>
        oc.columns(['work', 'item_id']).doUpdateSet((eb) => ({ attempts: eb('due_failures.attempts', '+', 1), error: reason })),
      )
      .returning('attempts')
      .executeTakeFirstOrThrow();
    // 2 ** 20 minutes exceeds any back-off and keeps the number finite.
    const pauseMs = Math.min(maxBackoffMs, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
    await trx
      .updateTable('due_failures')
      .set({ next_at: new Date(now.getTime() + pauseMs) })
      .where('work', '=', name)
      .where('item_id', '=', id)
      .execute();
    if (isAlertedElsewhere?.(error)) return;
    const message = `${name} failed for ${kind} ${id}: ${reason}. Other items continue. This item is retried with increasing delays.`;
    await alertOnce(trx, { kind: ALERT, key: `${name}:${id}`, resource: { kind, id }, message });
  });
}

/** Deletes the failure record of an item and resolves its alert. */
export async function clearFailure(
  db: Kysely<Database>,
  { name }: Pick<DueWork<{ id: number }>, 'name'>,
  id: number,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('due_failures').where('work', '=', name).where('item_id', '=', id).execute();
    await resolveAlerts(trx, { kind: ALERT, key: `${name}:${id}` }, now);
  });
}
