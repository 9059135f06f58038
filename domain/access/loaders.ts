/** Reads that share statements. */
import { readSnapshot } from '@innkeeper/db/snapshot';
import { loadServers } from '@innkeeper/db/tables/servers';
import DataLoader from 'dataloader';
import type { Cx, Loaders } from '../context.ts';

/** On the pool for requests that read, so that they share statements; on a transaction for its one request. */
export function openLoaders(db: Cx['db']): Loaders {
  return { server: batched((ids) => loadServers(db, ids)) };
}

/** What the database shows now, by name (`readSnapshot`); requests of the same moment ask together. */
export function openSnapshots(db: Cx['db']): () => Promise<string> {
  const names = loader<'now', string>(async (asked) => {
    const name = await readSnapshot(db);
    return asked.map(() => name);
  });
  return () => names.load('now');
}

/** One statement for all ids that are asked for at about the same time. */
export function batched<Row extends { id: number }>(
  load: (ids: number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | undefined> {
  const rows = loader<number, Row | undefined>(async (ids) => {
    const found = new Map((await load([...new Set(ids)])).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  });
  return (id) => rows.load(id);
}

/**
 * With one statement under way what comes next gathers behind it and goes together; the second lets a slow one be passed.
 * On a busy process this makes batches of 5 to 10 out of what would be one statement a request.
 */
const MOST_UNDER_WAY = 2;

/**
 * One run for all that is asked at about the same time. It begins after the last of it was asked, and its answer is never
 * kept: what is asked later is read later.
 */
function loader<Key, Value>(run: (keys: readonly Key[]) => Promise<Value[]>): DataLoader<Key, Value> {
  let waiting: (() => void) | undefined;
  let underWay = 0;
  const begin = (): void => {
    if (!waiting || underWay === MOST_UNDER_WAY) return;
    const dispatch = waiting;
    waiting = undefined;
    dispatch();
  };
  const counted = async (keys: readonly Key[]): Promise<Value[]> => {
    underWay += 1;
    try {
      return await run(keys);
    } finally {
      underWay -= 1;
      begin();
    }
  };
  return new DataLoader<Key, Value>(counted, {
    cache: false,
    batchScheduleFn(dispatch) {
      waiting = dispatch;
      // After the event loop has read what its sockets hold now, and what came while it did. Under load the second turn brings a
      // tenth more requests a second; a third brings fewer.
      setImmediate(() => setImmediate(begin));
    },
  });
}
