/** Loaders that share statements between requests. */
import { idsOfServers, loadServers, loadShownServers } from '@innkeeper/db/tables/servers';
import { readVersions, type Versions } from '@innkeeper/db/tables/versions';
import type { Cx, Loaders } from '../context.ts';
import { batchById, coalesce } from './coalesce.ts';
import type { ServerRows } from './server-rows.ts';

/**
 * Opens loaders. With a pool as `db`, concurrent requests share statements and, if given, the cached servers. With a transaction as `db`, only the
 * request of the transaction uses the loaders.
 */
export function openLoaders(db: Cx['db'], cached?: ServerRows): Loaders {
  return {
    server: batchById((ids) => loadServers(db, ids)),
    idsOfServers: (query) => idsOfServers(db, query),
    shownServers: cached?.load ?? ((_accountId, ids) => loadShownServers(db, ids)),
  };
}

/** Opens a reader of the versions of the catalogue and of an account. Concurrent requests of all accounts share a statement. */
export function openVersions(pool: Parameters<typeof readVersions>[0]): (accountId: number) => Promise<Versions> {
  return coalesce((accountIds) => readVersions(pool, accountIds), { pauseTurns: 5 });
}
