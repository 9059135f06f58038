/** Reads that share statements. */
import { loadServers } from '@innkeeper/db/tables/servers';
import type { Cx, Loaders } from '../context.ts';

/** Over the pool for requests that read, which so share their statements; over a transaction for the one request it is of. */
export function openLoaders(db: Cx['db']): Loaders {
  return { server: batched((ids) => loadServers(db, ids)) };
}

/**
 * With one statement under way what comes next gathers behind it and goes together; the second lets a slow one be passed.
 * On a busy process this makes batches of 5 to 10 out of what would be one statement a request.
 */
const MOST_UNDER_WAY = 2;

interface Batch<Row> {
  ids: Set<number>;
  rows: Promise<Map<number, Row>>;
  go(): void;
}

/**
 * One statement for all ids that are asked for at about the same time. It begins after the last of them was asked for, and
 * its answer is never kept: what is asked later is read later.
 */
export function batched<Row extends { id: number }>(
  load: (ids: number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | undefined> {
  let gathering: Batch<Row> | undefined;
  let underWay = 0;
  const begin = (): void => {
    if (!gathering || underWay === MOST_UNDER_WAY) return;
    underWay += 1;
    gathering.go();
    gathering = undefined;
  };
  const open = (): Batch<Row> => {
    const ids = new Set<number>();
    let go = (): void => {};
    const rows = new Promise<void>((resolve) => (go = resolve))
      .then(() => load([...ids]))
      .then((found) => new Map(found.map((row) => [row.id, row])))
      .finally(() => {
        underWay -= 1;
        begin();
      });
    // After the event loop has read what its sockets hold now.
    setImmediate(begin);
    return { ids, rows, go };
  };
  return async (id) => {
    gathering ??= open();
    gathering.ids.add(id);
    return (await gathering.rows).get(id);
  };
}
