/**
 * Work on all that is due: unpaid orders, weekly backups, servers whose host went down. Each item is handled on its own, so that
 * one that fails does not block the others: the operator gets one alert, and the item is skipped for a time that doubles with
 * each failure. The alert closes when it succeeds, or is no longer due.
 */
import { type Clock, hours, minutes } from '@innkeeper/model/clock';
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';
import { sideBySide } from '../side-by-side.ts';
import { inTransaction, isDatabaseAway } from '../transaction.ts';
import { alertOnce, resolveAlerts } from './alerts.ts';

export interface DueWork<Item extends { id: number }> {
  /** The word for it in alerts: `expire-orders`. */
  name: string;
  /** What kind of thing an item is: `order`. */
  kind: string;
  /** What is due now besides `except`, the longest due first; as many at a time as it likes. */
  find(except: readonly number[]): Promise<readonly Item[]>;
  /**
   * Does one, in a transaction of its own, and sees whether it is due still: another may have done it. Returns whether it did
   * anything; `full` when there is no room for this one or any other now.
   */
  act(item: Item): Promise<boolean | 'full'>;
  /** The longest that one which fails is passed over. */
  longestPauseMs?: number;
  /** How many are done at a time; default 1. */
  atOnce?: number;
  /** Of what fails by this the operator is told elsewhere, once for all: there is no alert for each item. */
  toldElsewhere?(error: unknown): boolean;
  /** How several are done in one transaction, which costs much less; absent: each alone. */
  together?: Together<Item>;
}

export interface Together<Item> {
  /** What was found, as it goes together. */
  groups(items: readonly Item[]): Item[][];
  /** As `act` does each; returns how many it did something for. When it throws, each is done alone. */
  act(items: readonly Item[]): Promise<number>;
}

const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = hours(6);
const ALERT = 'due_failed';

/** Returns how many were done; begins none once it is `stopping`. Throws what `find` throws, and any error that says that the database is away. */
export async function forEachDue<Item extends { id: number }>(
  { db, clock, stopping }: { db: Kysely<Database>; clock: Clock; stopping?: AbortSignal },
  work: DueWork<Item>,
): Promise<number> {
  const now = clock.now();
  const failed = await failuresOf(db, work.name);
  const passedOver = failed.filter(({ next_at }) => next_at > now).map(({ item_id }) => item_id);
  const tried = new Set(failed.map(({ item_id }) => item_id).filter((id) => !passedOver.includes(id)));
  const seen = new Set(passedOver);
  let done = 0;
  let full = false;
  const alone = async (item: Item): Promise<void> => {
    if (full || stopping?.aborted) return;
    try {
      const did = await work.act(item);
      if (did === 'full') full = true;
      else if (did) {
        done += 1;
        if (tried.has(item.id)) await forget(db, work, item.id, clock.now());
      }
      if (did !== 'full') tried.delete(item.id);
    } catch (error) {
      // It is not the item's fault, and would be every item's: the whole run is tried again.
      if (isDatabaseAway(error)) throw error;
      tried.delete(item.id);
      await passOver(db, work, item.id, error, clock.now());
    }
  };
  for (;;) {
    const items = await work.find([...seen]);
    const fresh = items.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) break;
    for (const { id } of fresh) seen.add(id);
    for (const group of groupsOf(work, fresh, tried)) {
      if (stopping?.aborted) return done;
      const did = await allTogether(work, group);
      done += did ?? 0;
      if (did === undefined) await sideBySide(group, work.atOnce ?? 1, alone);
      if (full || stopping?.aborted) return done;
    }
  }
  // What failed before, and is due no longer.
  for (const id of tried) await forget(db, work, id, clock.now());
  return done;
}

/** What failed before goes alone. */
function groupsOf<Item extends { id: number }>(
  { together }: DueWork<Item>,
  items: readonly Item[],
  tried: ReadonlySet<number>,
): (readonly Item[])[] {
  if (!together) return [items];
  const alone = items.filter(({ id }) => tried.has(id)).map((item) => [item]);
  return [...together.groups(items.filter(({ id }) => !tried.has(id))), ...alone];
}

/** How many were done; undefined when each is to be done alone. Why one fails is told then. */
async function allTogether<Item extends { id: number }>(
  { together }: DueWork<Item>,
  group: readonly Item[],
): Promise<number | undefined> {
  if (!together || group.length < 2) return undefined;
  return together.act(group).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error;
    return undefined;
  });
}

/** What of this work failed, and when each is tried again. */
export function failuresOf(db: Kysely<Database>, name: string): Promise<{ item_id: number; next_at: Date }[]> {
  return db.selectFrom('due_failures').select(['item_id', 'next_at']).where('work', '=', name).execute();
}

/** That this one failed: told once, and tried again after a pause. */
export async function passOver(
  db: Kysely<Database>,
  {
    name,
    kind,
    longestPauseMs = LONGEST_PAUSE_MS,
    toldElsewhere,
  }: Pick<DueWork<{ id: number }>, 'name' | 'kind' | 'longestPauseMs' | 'toldElsewhere'>,
  id: number,
  error: unknown,
  now: Date,
): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  await inTransaction(db, async (trx) => {
    const { attempts } = await trx
      .insertInto('due_failures')
      .values({ work: name, item_id: id, error: words, next_at: now })
      .onConflict((oc) =>
        oc.columns(['work', 'item_id']).doUpdateSet((eb) => ({ attempts: eb('due_failures.attempts', '+', 1), error: words })),
      )
      .returning('attempts')
      .executeTakeFirstOrThrow();
    // 2 ** 20 minutes is beyond any pause, and keeps the figure finite.
    const pauseMs = Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20));
    await trx
      .updateTable('due_failures')
      .set({ next_at: new Date(now.getTime() + pauseMs) })
      .where('work', '=', name)
      .where('item_id', '=', id)
      .execute();
    if (toldElsewhere?.(error)) return;
    const message = `${name} failed for ${kind} ${id}: ${words}. Other items continue. This item is retried with increasing delays.`;
    await alertOnce(trx, { kind: ALERT, key: `${name}:${id}`, resource: { kind, id }, message });
  });
}

/** That it has succeeded, or is due no longer. */
export async function forget(
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
