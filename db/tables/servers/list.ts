/** Pages of an account's servers: which ids, and how many in all, in one statement; then `loadServers`. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { Page, PageWanted } from '../page.ts';
import { type LoadedServer, loadServers } from './load.ts';

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

export async function pageOfServers(db: Kysely<Database>, wanted: ServersWanted): Promise<Page<LoadedServer>> {
  const { by, direction } = wanted.sort ?? { by: 'created_at', direction: 'desc' };
  const searches = wanted.search !== undefined;
  const page = await db
    // A search looks at every server of the account: once, for both. A list without one reads each by an index of its own.
    .with(
      (cte) => (searches ? cte('found').materialized() : cte('found').notMaterialized()),
      () => filtered(db, wanted).select(['id', by]),
    )
    .selectNoFrom((eb) => {
      const ids = eb
        .selectFrom('found')
        .select('id')
        .orderBy(by, direction)
        .orderBy('id', direction)
        .limit(wanted.perPage)
        .offset((wanted.page - 1) * wanted.perPage);
      return [
        eb.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('total'),
        sql<number[]>`array(${ids})`.as('ids'),
      ];
    })
    .executeTakeFirstOrThrow();
  return { rows: await loadServers(db, page.ids), total: page.total ?? 0 };
}

function filtered(db: Kysely<Database>, { accountId, statuses, ip, search }: ServersWanted) {
  let query = db
    .selectFrom('services')
    .where('account_id', '=', accountId)
    .where('type', '=', 'server')
    .where('status', '=', sql<ServerStatus>`any(${[...statuses]}::text[])`);
  // Addresses are gathered once for the whole account: asked for server by server, 10 000 of them would take 10 000 look-ups.
  const addressed = db.selectFrom('ip_addresses').select('server_id').where('account_id', '=', accountId);
  if (ip !== undefined) query = query.where('id', 'in', addressed.where('address', '=', ip));
  if (search !== undefined) {
    const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
    // Of the account's services alone, and not of all servers. The view `servers` would read the service again.
    const named = sql<boolean>`(select hostname ilike ${pattern} from server_details where server_details.id = services.id)`;
    query = query.where((eb) =>
      /^[0-9a-f.:]+$/i.test(search)
        ? eb.or([named, eb('id', 'in', addressed.where(sql<string>`host(address)`, 'ilike', pattern))])
        : named,
    );
  }
  return query;
}
