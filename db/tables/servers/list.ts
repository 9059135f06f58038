/** Pages of an account's servers: which ids, and how many in all, in one statement; then `loadServers`. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { Page, PageWanted } from '../page.ts';
import { type LoadedServer, loadServers } from './load.ts';
import { searchServers } from './search.ts';

export interface ServerSort {
  by: 'created_at' | 'expiry_at';
  direction: 'asc' | 'desc';
}

export interface ServersWanted extends PageWanted {
  accountId: number;
  statuses: readonly ServerStatus[];
  /** One of its addresses. */
  ip?: string | undefined;
  /** Part of its hostname or of an address. */
  search?: string | undefined;
  /** Default: newest first. */
  sort?: ServerSort | undefined;
}

export interface IdsOfPage {
  ids: number[];
  /** Of all pages. */
  total: number;
}

export async function pageOfServers(db: Kysely<Database>, wanted: ServersWanted): Promise<Page<LoadedServer>> {
  const searches = wanted.search !== undefined || wanted.ip !== undefined;
  const { ids, total } = await (searches ? searchServers(db, wanted) : listServers(db, wanted));
  return { rows: await loadServers(db, ids), total };
}

async function listServers(db: Kysely<Database>, wanted: ServersWanted): Promise<IdsOfPage> {
  const { accountId, statuses, sort } = wanted;
  const { by, direction } = sort ?? { by: 'created_at', direction: 'desc' };
  const found = db
    .selectFrom('services')
    .where('account_id', '=', accountId)
    .where('type', '=', 'server')
    .where('status', '=', sql<ServerStatus>`any(${[...statuses]}::text[])`);
  const { ids, total } = await db
    .selectNoFrom(() => {
      const page = found
        .select('id')
        .orderBy(by, direction)
        .orderBy('id', direction)
        .limit(wanted.perPage)
        .offset((wanted.page - 1) * wanted.perPage);
      return [found.select(sql<number>`count(*)::int`.as('n')).as('total'), sql<number[]>`array(${page})`.as('ids')];
    })
    .executeTakeFirstOrThrow();
  return { ids, total: total ?? 0 };
}
