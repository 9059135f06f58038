/** Reads that concurrent requests share. */
import { loadServers } from '@innkeeper/db/tables/servers';
import type { Cx, Loaders } from '../context.ts';

/**
 * Gathers the ids asked for until the event loop has read what its sockets hold, then asks once. An answer is never kept:
 * what is asked later is read later.
 */
export function batched<Row>(load: (ids: number[]) => Promise<Map<number, Row>>): (id: number) => Promise<Row | undefined> {
  let gathering: { ids: Set<number>; rows: Promise<Map<number, Row>> } | undefined;
  const gather = (): { ids: Set<number>; rows: Promise<Map<number, Row>> } => {
    const ids = new Set<number>();
    const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      gathering = undefined;
      return load([...ids]);
    });
    return { ids, rows };
  };
  return async (id) => {
    gathering ??= gather();
    gathering.ids.add(id);
    return (await gathering.rows).get(id);
  };
}

/** For reading requests, which share one database. */
export function sharedLoaders(db: Cx['db']): Loaders {
  return { server: batched(async (ids) => byId(await loadServers(db, ids))) };
}

/** For a request with a transaction of its own. */
export function ownLoaders(db: Cx['db']): Loaders {
  return { server: async (id) => (await loadServers(db, [id]))[0] };
}

function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
