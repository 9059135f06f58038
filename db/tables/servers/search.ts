/** Servers of an account by an address, or by a part of a hostname or of an address. */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { IdsOfPage, ServersWanted } from './list.ts';

/** What a search or an address is asked for: a page of ids, and how many there are in all. */
export async function searchServers(db: Kysely<Database>, wanted: ServersWanted): Promise<IdsOfPage> {
  const { by, direction } = wanted.sort ?? { by: 'created_at', direction: 'desc' };
  const { ids, total } = await db
    // Each server of the account is looked at once, for the page and for the total.
    .with(
      (cte) => cte('found').materialized(),
      () => filtered(db, wanted).select(['id', by]),
    )
    .selectNoFrom((eb) => {
      const page = eb
        .selectFrom('found')
        .select('id')
        .orderBy(by, direction)
        .orderBy('id', direction)
        .limit(wanted.perPage)
        .offset((wanted.page - 1) * wanted.perPage);
      return [
        eb.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('total'),
        sql<number[]>`array(${page})`.as('ids'),
      ];
    })
    .executeTakeFirstOrThrow();
  return { ids, total: total ?? 0 };
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
