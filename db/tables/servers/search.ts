/**
 * Servers of an account by an address, or by a part of a hostname or of an address. Both read `server_search` alone, whose index
 * holds all that is asked for: no join, so no order of joins that a plan could get wrong (docs/decisions/searches.md).
 */
import type { ServerStatus } from '@innkeeper/model/states/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../schema.ts';
import type { IdsOfPage } from '../list-counts/page.ts';
import type { ServersWanted } from './list.ts';

/** What a search or an address is asked for: a page of ids, and how many there are in all. */
export function searchServers(db: Kysely<Database>, wanted: ServersWanted): Promise<IdsOfPage> {
  return wanted.ip === undefined ? searchNames(db, wanted) : findAddress(db, wanted.ip, wanted);
}

/** An address belongs to one server at most. */
async function findAddress(db: Kysely<Database>, ip: string, wanted: ServersWanted): Promise<IdsOfPage> {
  const { accountId, statuses, search = '', page } = wanted;
  const owner = db.selectFrom('ip_addresses').select('server_id').where('address', '=', ip).where('account_id', '=', accountId);
  const found = await db
    .selectFrom('server_search')
    .select('server_id')
    .where('server_id', '=', owner)
    .where('account_id', '=', accountId)
    .where('status', '=', sql<ServerStatus>`any(${[...statuses]}::text[])`)
    .where('names', 'like', partOf(search))
    .execute();
  return { ids: page === 1 ? found.map((row) => row.server_id) : [], total: found.length };
}

/** In the order asked for until the page is full; the rest is only counted. So each name is compared once, however many match. */
async function searchNames(db: Kysely<Database>, wanted: ServersWanted): Promise<IdsOfPage> {
  const { accountId, statuses, search = '', page, perPage } = wanted;
  const { by, direction } = wanted.sort ?? { by: 'created_at', direction: 'desc' };
  const offset = (page - 1) * perPage;
  const [forth, back, beyond] = direction === 'asc' ? ASCENDING : DESCENDING;
  const at = sql.ref(by);
  // Each status is a range of the index that is in order.
  const from = (status: ServerStatus) => sql`
    from server_search where account_id = ${accountId} and status = ${status} and names like ${partOf(search)}`;
  // With `offset 0` PostgreSQL merges the ranges, row by row as the page takes them; it would read and sort all of them otherwise.
  const ranges = statuses.map(
    (status) => sql`
    (select server_id, ${at} as at ${from(status)} order by ${at} ${forth}, server_id ${forth} offset 0)`,
  );
  const count = (condition: RawBuilder<unknown>) =>
    sql.join(
      statuses.map((status) => sql`(select count(*) ${from(status)} ${condition})`),
      sql` + `,
    );
  const { rows } = await sql<{ ids: number[]; others: number }>`
    with shown as materialized (
      select server_id, at from (${sql.join(ranges, sql` union all `)}) as found
      order by at ${forth}, server_id ${forth} limit ${perPage} offset ${offset}
    ), last as materialized (
      select at, server_id from shown order by at ${back}, server_id ${back} limit 1
    )
    select array(select server_id from shown order by at ${forth}, server_id ${forth}) as ids, (case
      when (select count(*) from shown) = ${perPage} then ${count(sql`and (${at}, server_id) ${beyond} (select at, server_id from last)`)}
      when not exists (select from shown) and ${offset}::bigint > 0 then ${count(sql``)}
      else 0 end)::int as others`.execute(db);
  const { ids, others } = rows[0] ?? { ids: [], others: 0 };
  // Past the last page all are others.
  return { ids, total: ids.length > 0 ? offset + ids.length + others : others };
}

const ASCENDING = [sql`asc`, sql`desc`, sql`>`] as const;
const DESCENDING = [sql`desc`, sql`asc`, sql`<`] as const;

/** What `like` takes for "holds this text", in the lower case of `server_search.names`. */
function partOf(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
