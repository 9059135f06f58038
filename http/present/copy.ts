import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { Backup } from '@innkeeper/contract/schemas/backup';
import type { Copy } from '@innkeeper/db/schema';
import type { ListCopies } from '@innkeeper/domain/copies/list';
import { zonedTimes } from '@innkeeper/model/zoned-time';

/** Makes what presents copies, snapshots and backups alike, with times of the operator's zone. */
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

/** The filters of a list of snapshots or backups in the rules' names. */
export function copiesWanted(query: InputOf<Operations['listBackups']>['query']): ListCopies {
  return {
    page: query.page,
    perPage: query.per_page,
    day: query['filter[date]'],
    serverId: query['filter[server_id]'],
    size: query['filter[size]'],
    sort: query.sort && (query.sort === 'date' ? 'oldest first' : 'newest first'),
  };
}
