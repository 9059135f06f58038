/** Lists of snapshots and backups, which have the same form. */

import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { Copy } from '@innkeeper/db/schema';
import type { RequestCx, RequestUrl } from '@innkeeper/domain/context';
import type { ListCopies } from '@innkeeper/domain/copies/list';
import { presentCopies } from '@innkeeper/present/copy';
import { type Page, page } from '@innkeeper/present/page';

type Query = InputOf<Operations['listSnapshots' | 'listBackups']>['query'];

/** Returns the handler of a list. */
export function copyPage(list: (cx: RequestCx, input: ListCopies) => Promise<Page<Copy>>) {
  return async (cx: RequestCx, { query }: { query: Query }, url: RequestUrl) =>
    page(url, query, await list(cx, toListCopies(query)), presentCopies(cx.settings.timeZone));
}

/** Converts the query to the fields of the use case. */
function toListCopies(query: Query): ListCopies {
  return {
    page: query.page,
    perPage: query.per_page,
    day: query['filter[date]'],
    serverId: query['filter[server_id]'],
    size: query['filter[size]'],
    sort: query.sort && (query.sort === 'date' ? 'oldest first' : 'newest first'),
  };
}
