/** Returns pages of an account's servers: the ids and the total, in one statement. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import { type IdsOfPage, pageOfList, SERVERS, totalOfList } from '../account-list.ts';
import type { PageQuery } from '../page.ts';
import { searchServers } from './search.ts';

export interface ServerSort {
  by: 'created_at' | 'expiry_at';
  direction: 'asc' | 'desc';
}

export interface ServersQuery extends PageQuery {
  accountId: number;
  statuses: readonly ServerStatus[];
  /** Address of the server. */
  ip?: string | undefined;
  /** Part of the hostname or of an address. */
  search?: string | undefined;
  /** Sort order, by default newest first. */
  sort?: ServerSort | undefined;
}

/** Returns the ids of a page, from a search if `ip` or `search` is set. */
export function idsOfServers(db: Kysely<Database>, query: ServersQuery): Promise<IdsOfPage> {
  const searches = query.search !== undefined || query.ip !== undefined;
  return searches ? searchServers(db, query) : listServers(db, query);
}

async function listServers(db: Kysely<Database>, query: ServersQuery): Promise<IdsOfPage> {
  const { by, direction } = query.sort ?? { by: 'created_at', direction: 'desc' };
  return by === 'created_at' ? pageOfList(db, SERVERS, { ...query, direction }) : listByExpiry(db, query, direction);
}

/** Lists servers by expiry. */
async function listByExpiry(db: Kysely<Database>, query: ServersQuery, direction: 'asc' | 'desc'): Promise<IdsOfPage> {
  const page = db
    .selectFrom('services')
    .select('id')
    .where('account_id', '=', query.accountId)
    .where('type', '=', 'server')
    .where('status', '=', sql<ServerStatus>`any(${[...query.statuses]}::text[])`)
    .orderBy('expiry_at', direction)
    .orderBy('id', direction)
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage);
  return db
    .selectNoFrom([totalOfList(SERVERS, query).as('total'), sql<number[]>`array(${page})`.as('ids')])
    .executeTakeFirstOrThrow();
}
