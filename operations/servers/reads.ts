/** Lists of servers, and one server. */
import { loadShownServers, readServerSummaries, type ServerSort } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentServer, serverPresenter } from '@innkeeper/present/server';
import { presentServerSummaries } from '@innkeeper/present/server-summary';
import type { Input, Reply } from '../define.ts';

/** Returns a page of the caller's servers, newest first by default, and their total count. */
export async function listServers(cx: RequestCx, { query }: Input<'listServers'>): Promise<Reply<'listServers'>> {
  const { accountId, taxRate } = cx.actor;
  const { ids, total } = await cx.load.idsOfServers({
    accountId,
    ...pageRequest(query),
    statuses: query['filter[status]'],
    ip: query['filter[ip]'],
    search: query['filter[search]'],
    sort: sortOf(query),
  });
  const rows = await loadShownServers(cx.db, ids);
  return page(cx.url, query, { rows, total }, serverPresenter(taxRate));
}

/** Returns the sort order. With both sorts, the first one in the source document applies. */
function sortOf(query: Input<'listServers'>['query']): ServerSort | undefined {
  const created = query['sort[created_at]'];
  if (created) return { by: 'created_at', direction: created };
  const expiry = query['sort[expiry_at]'];
  return expiry && { by: 'expiry_at', direction: expiry };
}

/** Lists a part of the index of the caller's servers, ordered by id. */
export async function listServerSummaries(
  cx: RequestCx,
  { query }: Input<'listServerSummaries'>,
): Promise<Reply<'listServerSummaries'>> {
  const { after, limit } = query;
  const { rows, eventId } = await readServerSummaries(cx.db, {
    accountId: cx.actor.accountId,
    statuses: query['filter[status]'],
    after,
    // One extra row shows whether another part follows.
    limit: limit + 1,
  });
  const part = rows.slice(0, limit);
  const nextAfter = rows.length > limit ? (part.at(-1)?.id ?? null) : null;
  return presentServerSummaries({ rows: part, nextAfter, eventId });
}

/** Returns a server with all fields that the API shows. */
export async function getServer(cx: Cx<Customer>, { server }: Input<'getServer'>): Promise<Reply<'getServer'>> {
  return presentServer(server, cx.actor.taxRate);
}
