/** Reads that share statements. */
import { loadServers } from '@innkeeper/db/tables/servers';
import type { Cx, Loaders } from '../context.ts';

/** Over the pool for requests that read, which so share their statements; over a transaction for the one request it is of. */
export function openLoaders(db: Cx['db']): Loaders {
  return { server: batched((ids) => loadServers(db, ids)) };
}

interface Batch<Row> {
  ids: Set<number>;
  rows: Promise<Map<number, Row>>;
}

/**
 * Gathers the ids asked for until the event loop has read what its sockets hold, then asks once. An answer is never kept:
 * what is asked later is read later.
 */
export function batched<Row extends { id: number }>(
  load: (ids: number[]) => Promise<Row[]>,
): (id: number) => Promise<Row | undefined> {
  let gathering: Batch<Row> | undefined;
  const gather = (): Batch<Row> => {
    const ids = new Set<number>();
    const rows = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      gathering = undefined;
      return new Map((await load([...ids])).map((row) => [row.id, row]));
    });
    return { ids, rows };
  };
  return async (id) => {
    gathering ??= gather();
    gathering.ids.add(id);
    return (await gathering.rows).get(id);
  };
}
