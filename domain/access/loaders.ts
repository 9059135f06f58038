/** Loaders that share statements between requests. */
import { idsOfServers, loadServers } from '@innkeeper/db/tables/servers';
import { readVersions, type Versions } from '@innkeeper/db/tables/versions';
import type { Cx, Loaders } from '../context.ts';
import { batchById, coalesce } from './coalesce.ts';

/**
 * Opens loaders. With a pool as `db`, concurrent requests share statements. With a transaction as `db`, only the request of the transaction
 * uses the loaders.
 */
export function openLoaders(db: Cx['db']): Loaders {
  return {
    server: batchById((ids) => loadServers(db, ids)),
    idsOfServers: (query) => idsOfServers(db, query),
  };
}

/** Opens a reader of the versions of the catalogue and of an account. Concurrent requests of all accounts share a statement. */
export function openVersions(pool: Parameters<typeof readVersions>[0]): (accountId: number) => Promise<Versions> {
  return coalesce((accountIds) => readVersions(pool, accountIds), { pauseTurns: 5 });
}
