/**
 * Searches servers of an account by an address, or by part of a hostname or address.
 *
 * The searches read only `server_search`, whose index covers all requested columns. Without joins, the planner has no join order to get
 * wrong (docs/decisions/searches.md).
 */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { IdsOfPage } from '../account-list.ts';
import type { ServersQuery } from './list.ts';

/** Returns a page of ids and the total for a search text or an address. */
export function searchServers(db: Kysely<Database>, query: ServersQuery): Promise<IdsOfPage> {
  if (query.ip !== undefined) return findAddress(db, query.ip, query);
  return query.sort?.by === 'expiry_at' ? searchByExpiry(db, query) : searchByAge(db, query);
}

/** Finds the server of an address. An address belongs to at most one server. */
async function findAddress(db: Kysely<Database>, ip: string, query: ServersQuery): Promise<IdsOfPage> {
  const address = db.selectFrom('ip_addresses').where('address', '=', ip).where('account_id', '=', query.accountId);
  const found = await matching(db, query).where('server_id', '=', address.select('server_id')).select('server_id').execute();
  return { ids: query.page === 1 ? found.map((row) => row.server_id) : [], total: found.length };
}

function matching(db: Kysely<Database>, { accountId, statuses, search }: ServersQuery) {
  return db
    .selectFrom('server_search')
    .where('account_id', '=', accountId)
    .where('status', '=', sql<ServerStatus>`any(${[...statuses]}::server_status[])`)
    .where(matchesSearch(search));
}

const matchesSearch = (search = '') => sql<boolean>`position(${Buffer.from(search.toLowerCase())}::bytea in names) > 0`;

/** Searches in order of expiry. Sorts all matches, because the index is ordered by age. */
async function searchByExpiry(db: Kysely<Database>, query: ServersQuery): Promise<IdsOfPage> {
  const { page, perPage, sort } = query;
  const { ids, total } = await db
    .with(
      (cte) => cte('found').materialized(),
      () => matching(db, query).select(['server_id', 'expiry_at']),
    )
    .selectNoFrom((eb) => {
      const shown = eb
        .selectFrom('found')
        .select('server_id')
        .orderBy('expiry_at', sort?.direction)
        .orderBy('server_id', sort?.direction)
        .limit(perPage)
        .offset((page - 1) * perPage);
      return [
        eb.selectFrom('found').select(sql<number>`count(*)::int`.as('n')).as('total'),
        sql<number[]>`array(${shown})`.as('ids'),
      ];
    })
    .executeTakeFirstOrThrow();
  return { ids, total: total ?? 0 };
}

/**
 * Searches in the order of the index until the page is full, and only counts the rest. Each name is therefore read once, however many
 * match.
 */
async function searchByAge(db: Kysely<Database>, { accountId, statuses, ...query }: ServersQuery): Promise<IdsOfPage> {
  const { search, page, perPage, sort } = query;
  const offset = (page - 1) * perPage;
  const [forth, back, beyond] = sort?.direction === 'asc' ? ASCENDING : DESCENDING;
  // Each status is an ordered range of the index.
  const from = (status: ServerStatus) => sql`
    from server_search where account_id = ${accountId} and status = ${status} and ${matchesSearch(search)}`;
  // With `offset 0` PostgreSQL merges the ranges row by row as the page takes them. Otherwise it would read and sort all of them.
  const range = (status: ServerStatus) => sql`
    (select server_id, created_at ${from(status)} order by created_at ${forth}, server_id ${forth} offset 0)`;
  const count = (condition: RawBuilder<unknown>) =>
    sql.join(
      statuses.map((status) => sql`(select count(*) ${from(status)} ${condition})`),
      sql` + `,
    );
  const { rows } = await sql<{ ids: number[]; others: number }>`
    with shown as materialized (
      select server_id, created_at from (${sql.join(statuses.map(range), sql` union all `)}) as found
      order by created_at ${forth}, server_id ${forth} limit ${perPage} offset ${offset}
    ), last as materialized (
      select created_at, server_id from shown order by created_at ${back}, server_id ${back} limit 1
    )
    select array(select server_id from shown order by created_at ${forth}, server_id ${forth}) as ids, (case
      when (select count(*) from shown) = ${perPage} then
        ${count(sql`and created_at ${beyond} (select created_at from last)`)} +
        ${count(sql`and created_at = (select created_at from last) and server_id ${beyond} (select server_id from last)`)}
      when not exists (select from shown) and ${offset}::bigint > 0 then ${count(sql``)}
      else 0 end)::int as others`.execute(db);
  const { ids, others } = rows[0] ?? { ids: [], others: 0 };
  // On a page after the last one, `others` counts all matches.
  return { ids, total: ids.length > 0 ? offset + ids.length + others : others };
}

const ASCENDING = [sql`asc`, sql`desc`, sql`>`] as const;
const DESCENDING = [sql`desc`, sql`asc`, sql`<`] as const;
