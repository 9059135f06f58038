/** Snapshots and backups are listed alike. */

import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { Copy } from '@innkeeper/db/schema';
import type { RequestCx } from '@innkeeper/domain/context';
import type { ListCopies } from '@innkeeper/domain/copies/list';
import { presentCopies } from '../present/copy.ts';
import { type ListUrl, type Page, page } from '../reply/page.ts';

type Query = InputOf<Operations['listSnapshots' | 'listBackups']>['query'];

/** Makes the handler of a list. */
export function copyPage(list: (cx: RequestCx, wanted: ListCopies) => Promise<Page<Copy>>) {
  return async (cx: RequestCx, { query }: { query: Query }, url: ListUrl) =>
    page(url, query, await list(cx, copiesWanted(query)), presentCopies(cx.settings.timeZone));
}

/** The filters in the rules' names. */
function copiesWanted(query: Query): ListCopies {
  return {
    page: query.page,
    perPage: query.per_page,
    day: query['filter[date]'],
    serverId: query['filter[server_id]'],
    size: query['filter[size]'],
    sort: query.sort && (query.sort === 'date' ? 'oldest first' : 'newest first'),
  };
}
