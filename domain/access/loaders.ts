/** Reads that share statements. */
import { idsOfServers, loadServers, loadShownServers } from '@innkeeper/db/tables/servers';
import { readVersions, type Versions } from '@innkeeper/db/tables/versions';
import type { Cx, Loaders } from '../context.ts';
import { batched, gathered } from './gathered.ts';
import type { ServerNames } from './server-names.ts';
import type { ServerRows } from './server-rows.ts';

/** What a process caches of servers. */
export interface CachedServers {
  rows: ServerRows;
  names: ServerNames;
}

/** On the pool for requests that read, so that they share statements and what is cached; on a transaction for its one request. */
export function openLoaders(db: Cx['db'], cached?: CachedServers): Loaders {
  return {
    server: batched((ids) => loadServers(db, ids)),
    idsOfServers: cached?.names.idsOf ?? ((wanted) => idsOfServers(db, wanted)),
    shownServers: cached?.rows.load ?? ((_accountId, ids) => loadShownServers(db, ids)),
  };
}

/** The versions of the catalogue and of at least one account; requests of the same moment, of any account, ask together. */
export function openVersions(pool: Parameters<typeof readVersions>[0]): (accountId: number) => Promise<Versions> {
  return gathered((accountIds) => readVersions(pool, accountIds), { pauseTurns: 5 });
}
