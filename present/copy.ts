import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { Backup } from '@innkeeper/contract/schemas/backup';
import type { Copy } from '@innkeeper/db/schema';
import type { CopiesQuery } from '@innkeeper/db/tables/copies';
import { zonedTimes } from '@innkeeper/model/time/zoned-time';
import { pageRequest } from './page.ts';

type Query = InputOf<Operations['listSnapshots' | 'listBackups']>['query'];

/** Returns the page of copies that a query asks for, in the form of `pageOfCopies`. */
export function copiesRequest(query: Query): Omit<CopiesQuery, 'accountId' | 'kind' | 'timeZone'> {
  return {
    ...pageRequest(query),
    day: query['filter[date]'],
    serverId: query['filter[server_id]'],
    size: query['filter[size]'],
    sort: query.sort && (query.sort === 'date' ? 'oldest first' : 'newest first'),
  };
}

/** Returns the presenter of snapshots and backups, with times in the operator's time zone. */
export function presentCopies(timeZone: string): (copy: Copy) => Backup {
  const zone = zonedTimes(timeZone);
  return (copy) => ({
    id: copy.id,
    server_id: copy.server_id,
    server_hostname: copy.server_hostname,
    server_ip: copy.server_ip,
    name: copy.name,
    created_at: zone.iso(copy.created_at),
    size: copy.size_gb,
  });
}
