import type { Backup } from '@innkeeper/contract/schemas/backup';
import type { Copy } from '@innkeeper/db/schema';
import { zonedTimes } from '@innkeeper/model/zoned-time';

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
